/** Outputs of tools on a headset, in the forms of Android's and Meta's own sources and of public logs. */
export const OUTPUTS = {
  battery: `Current Battery Service state:
  AC powered: false
  USB powered: true
  Wireless powered: false
  Max charging current: 3000000
  Charge counter: 3526000
  status: 2
  health: 2
  present: true
  level: 73
  scale: 100
  voltage: 4123
  temperature: 310
  technology: Li-ion
`,
  storages: `Filesystem      1K-blocks     Used Available Use% Mounted on
tmpfs             3880784     1880   3878904   1% /dev
/dev/block/dm-37 110618860 25108612  85379176  23% /data
/dev/block/dm-37 110618860 25108612  85379176  23% /data/user/0
/dev/fuse        110618860 25108612  85379176  23% /storage/emulated
/dev/block/vold/public:8,1 31154688 1154688 30000000 4% /mnt/media_rw/1A2B-3C4D
/dev/fuse         31154688  1154688  30000000   4% /storage/1A2B-3C4D
`,
  controllers: `Paired device: 1a2b, Type:  Right, Model: RUBY, Hardware: 1.0, Firmware: 207.5.0, Battery: 80%, Status: Active, ExternalStatus: CONNECTED_ACTIVE, TrackingStatus: POSITION
Paired device: 3c4d, Type:   Left, Model: RUBY, Hardware: 1.0, Firmware: 207.5.0, Battery: 100%, Status: Active, ExternalStatus: CONNECTED_ACTIVE, TrackingStatus: POSITION
Paired device: 5e6f, Type: Gamepad, Battery: ?
`,
  packages: `package:org.example.volcano versionCode:12
package:com.beatgames.beatsaber versionCode:1338451201 uid:10123
package:org.example.old
package:$(reboot) versionCode:1
package:
`,
  activities: `ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)
Display #0 (activities from top to bottom):
  * Task{6c2a1f0 #90 type=standard A=10123:org.example.volcano U=0 visible=true}
    topResumedActivity=ActivityRecord{77b3dc7 u0 org.example.volcano/.Main t90}
`,
  properties: `[persist.example.lines]: [one
 two]
three]
[persist.example.list]: [a [b] c]
[ro.build.fingerprint]: [oculus/eureka/eureka:14/UP1A.231005.007.A1/52433670048800520:user/release-keys]
[ro.product.manufacturer]: [Oculus]
[ro.product.model]: [Quest 3]
[ro.zz.cut]: [this value ne`,
  volume: `[V] will control stream=3 (STREAM_MUSIC)
[V] will get volume
[V] volume is 7 in range [0..15]
`,
  link: String.raw`21: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP mode DORMANT group default qlen 3000\    link/ether 12:34:56:78:9a:bc brd ff:ff:ff:ff:ff:ff
`,
} as const;
