/** Notes of the catalogs of settings in French, by their English words. */
export const catalogNotes: ReadonlyMap<string, string> = new Map([
  [
    'No single switch: a launcher, hidden applications, hidden settings pages and disabled keys together.',
    'Pas de réglage unique\u00a0: un lanceur, des applis masquées, des pages de réglages masquées et des touches désactivées, ensemble.',
  ],
  [
    'No fields for enterprise authentication (EAP).',
    'Pas de champs pour l’authentification d’entreprise (EAP).',
  ],
  ['The manufacturer says "temperatures".', 'Le fabricant parle de «\u00a0températures\u00a0».'],
  [
    'ManageXR shows the same as 0 to 100. Automatic brightness is a switch of its own, from OS 5.6.0.',
    'ManageXR affiche la même valeur de 0 à 100. La luminosité automatique est un réglage à part, à partir de l’OS 5.6.0.',
  ],
  [
    'The values are those of the manufacturer’s project settings, which also have "default".',
    'Les valeurs sont celles des réglages de projet du fabricant, qui ont aussi «\u00a0default\u00a0».',
  ],
  ['Automatic adjustment is a switch of its own.', 'L’ajustement automatique est un réglage à part.'],
  [
    'Quick see-through; global see-through and keeping the application running are switches of their own.',
    'Vue extérieure rapide\u202f; la vue extérieure globale et le maintien de l’appli sont des réglages à part.',
  ],
  [
    'Sensitivity is set apart: distance 150 to 800, speed 0 to 100.',
    'La sensibilité se règle à part\u00a0: distance de 150 à 800, vitesse de 0 à 100.',
  ],
  ['Neo3 and PICO 4.', 'Neo3 et PICO 4.'],
  [
    'Not a switch: SetPowerOnOffLogo needs an image or a folder.',
    'Pas un interrupteur\u00a0: SetPowerOnOffLogo prend une image ou un dossier.',
  ],
  [
    'The nearest switch, SFS_SCREENON_CHARGING, is obsolete.',
    'Le réglage le plus proche, SFS_SCREENON_CHARGING, est obsolète.',
  ],
  [
    'The manufacturer documents one stream only, see `volume`.',
    'Le fabricant ne documente qu’un seul flux, voir `volume`.',
  ],
  [
    '-1 is never. 3 and 10 on G2 4K only. May not be longer than the sleep delay.',
    '-1 signifie jamais. 3 et 10 sur G2 4K seulement. Ne peut pas dépasser le délai de veille.',
  ],
  [
    '-1 is never. 15, 30 and 60 on G2 4K only. May not be shorter than the screen-off delay.',
    '-1 signifie jamais. 15, 30 et 60 sur G2 4K seulement. Ne peut pas être plus court que le délai d’extinction de l’écran.',
  ],
  [
    'The switch of the proximity sensor is the nearest; that it means this is an inference.',
    'Le réglage du capteur de proximité est le plus proche\u202f; qu’il signifie cela est une déduction.',
  ],
  [
    'PropertyDisablePowerKey turns the key on or off; it gives it no other action.',
    'PropertyDisablePowerKey active ou désactive la touche\u202f; il ne lui donne pas d’autre action.',
  ],
  [
    'PICO 4 Enterprise, G3 and Neo3: hour, minute and repeat (0 = once, else 7 bits Monday to Sunday).',
    'PICO 4 Enterprise, G3 et Neo3\u00a0: heure, minute et répétition (0 = une fois, sinon 7 bits du lundi au dimanche).',
  ],
  [
    'Headsets for the Chinese market are fixed at the factory.',
    'Les casques du marché chinois sont fixés en usine.',
  ],
  ['Two-letter language codes.', 'Codes de langue à deux lettres.'],
  [
    'An identifier of the headset’s own time zone list.',
    'Un identifiant de la liste de fuseaux horaires du casque.',
  ],
  ['Only setting date and time is documented.', 'Seul le réglage de la date et de l’heure est documenté.'],
  [
    'A restart is needed where the agent uses SetAPPAsHome; for SetLauncher the manufacturer names none.',
    'Un redémarrage est nécessaire si l’agent utilise SetAPPAsHome\u202f; pour SetLauncher, le fabricant n’en cite pas.',
  ],
  [
    'Hides the lock screen entry of the settings only.',
    'Masque seulement l’entrée de l’écran de verrouillage dans les réglages.',
  ],
  ['Written as 1 = kill (default) or 2 = keep.', 'S’écrit 1 = fermer (par défaut) ou 2 = garder.'],
  [
    'The manufacturer has switches for USB debugging and wireless debugging.',
    'Le fabricant a des réglages pour le débogage USB et le débogage sans fil.',
  ],
  [
    'The choice is file transfer (MTP) or charging only.',
    'Le choix est le transfert de fichiers (MTP) ou la charge seule.',
  ],
  [
    'Written as file transfer (MTP) or charging only.',
    'S’écrit comme transfert de fichiers (MTP) ou charge seule.',
  ],
  [
    'SFS_ENABLE_MIC_WHEN_RECORD concerns recordings only.',
    'SFS_ENABLE_MIC_WHEN_RECORD ne concerne que les enregistrements.',
  ],
  [
    'Three values, not two: ask, allow, reject.',
    'Trois valeurs, pas deux\u00a0: demander, autoriser, refuser.',
  ],
  ['Hides the capture button only.', 'Masque seulement le bouton de capture.'],
  [
    'Hides the factory reset entry of the settings only.',
    'Masque seulement l’entrée de réinitialisation dans les réglages.',
  ],
  ['Models with eye tracking only.', 'Modèles avec suivi oculaire seulement.'],
  [
    'The trackers’ mode is body or object; that "body" means this is an inference.',
    'Le mode des traceurs est corps ou objet\u202f; que «\u00a0corps\u00a0» signifie cela est une déduction.',
  ],
  [
    'The headset’s; the controllers’ is a switch of its own.',
    'Celui du casque\u202f; celui des manettes est un réglage à part.',
  ],
  [
    'Set by the running application, not by the system. The names are this station’s own: the interface lists none.',
    'Réglé par l’appli en cours, pas par le système. Les noms sont ceux de cette station\u00a0: l’interface n’en cite aucun.',
  ],
  [
    'One switch each for Wi-Fi, boundary, Bluetooth, clean, IPD, power, edit and performance.',
    'Un réglage chacun pour Wi-Fi, limite, Bluetooth, nettoyage, écart des yeux, alimentation, édition et performances.',
  ],
  ['Long press of the Home key.', 'Appui long sur la touche Accueil.'],
  ['Named for Neo3 with PUI 4.x.', 'Cité pour Neo3 avec PUI 4.x.'],
  [
    'The manufacturer’s switch is the reverse: it disables Wi-Fi.',
    'Le réglage du fabricant est inverse\u00a0: il désactive le Wi-Fi.',
  ],
  ['The switch is for connecting automatically.', 'Le réglage concerne la connexion automatique.'],
  [
    'The device decides, no updates, or one target version. Firmware cannot be downgraded. The names are this station’s own: the interface lists none.',
    'L’appareil décide, aucune mise à jour, ou une version visée. Le micrologiciel ne peut pas revenir en arrière. Les noms sont ceux de cette station\u00a0: l’interface n’en cite aucun.',
  ],
  [
    'Shared mode only, and changing the login requirement later needs a factory reset. ManageXR offers to leave Meta’s quick settings reachable or nothing; the latter may hinder native casting.',
    'Mode partagé seulement, et changer ensuite l’obligation de connexion demande une réinitialisation. ManageXR propose de laisser les réglages rapides de Meta accessibles, ou rien\u202f; ce dernier choix peut gêner la diffusion native.',
  ],
  [
    'ManageXR sets it by a command; no source says that it can be enforced.',
    'ManageXR le règle par une commande\u202f; rien ne dit qu’il peut être maintenu.',
  ],
  [
    'Meta’s admin center manages when applications update and accepts externally hosted ones.',
    'Le centre d’administration de Meta gère quand les applis se mettent à jour et accepte celles hébergées ailleurs.',
  ],
  [
    'Networks and certificates of the organisation; the fields are not listed.',
    'Réseaux et certificats de l’organisation\u202f; les champs ne sont pas énumérés.',
  ],
  [
    'A home launcher can lock it for the wearer; no source says that it can be set.',
    'Un lanceur d’accueil peut le verrouiller pour le porteur\u202f; rien ne dit qu’il peut être réglé.',
  ],
  [
    'The former console could disable it; shared mode offers a stationary boundary by default.',
    'L’ancienne console pouvait la désactiver\u202f; le mode partagé propose par défaut une limite fixe.',
  ],
  [
    'More than a switch: a device passcode with a wipe after failures, and a session passcode with a complexity of none, low, medium or high.',
    'Plus qu’un interrupteur\u00a0: un code d’appareil avec effacement après des échecs, et un code de session de complexité nulle, faible, moyenne ou élevée.',
  ],
  [
    'Shared mode only, where it is called controller-free.',
    'Mode partagé seulement, où il s’appelle «\u00a0controller-free\u00a0».',
  ],
  [
    'How and when updates install; the options’ names are not known.',
    'Comment et quand les mises à jour s’installent\u202f; les noms des options ne sont pas connus.',
  ],
  [
    'Installs and uninstalls, with a VIVE Business+ licence.',
    'Installe et désinstalle, avec une licence VIVE Business+.',
  ],
  [
    'Wi-Fi management, with a VIVE Business+ licence; the fields are not listed.',
    'Gestion du Wi-Fi, avec une licence VIVE Business+\u202f; les champs ne sont pas énumérés.',
  ],
  [
    'IPD management, with a VIVE Business+ licence; the range is not listed.',
    'Gestion de l’écart des yeux, avec une licence VIVE Business+\u202f; la plage n’est pas donnée.',
  ],
  [
    'An application can set rate and quality of the image; a switch is not documented.',
    'Une appli peut régler la fréquence et la qualité de l’image\u202f; aucun interrupteur n’est documenté.',
  ],
  [
    'Size of the boundary and visibility of its overlay, with a VIVE Business+ licence.',
    'Taille de la limite et visibilité de son tracé, avec une licence VIVE Business+.',
  ],
  ['As Headwind MDM sets it on Android.', 'Comme Headwind MDM le règle sur Android.'],
  [
    'As Headwind MDM sets it on Android; automatic brightness is a choice of its own.',
    'Comme Headwind MDM le règle sur Android\u202f; la luminosité automatique est un choix à part.',
  ],
  [
    'As Headwind MDM sets it on Android: `auto` or an Olson name.',
    'Comme Headwind MDM le règle sur Android\u00a0: `auto` ou un nom Olson.',
  ],
  [
    'Where the agent is the Android device owner: "screen timeout". The profile counts in minutes.',
    'Là où l’agent est propriétaire de l’appareil Android\u00a0: «\u00a0délai de l’écran\u00a0». Le profil compte en minutes.',
  ],
  [
    'Where the agent is the Android device owner. The names are this station’s own: the interface lists none.',
    'Là où l’agent est propriétaire de l’appareil Android. Les noms sont ceux de cette station\u00a0: l’interface n’en cite aucun.',
  ],
  [
    'Candidate, not verified on these headsets: the Android device-owner profile has "unknown sources blocked".',
    'Piste, non vérifiée sur ces casques\u00a0: le profil de propriétaire d’appareil Android a «\u00a0sources inconnues bloquées\u00a0».',
  ],
  [
    'Where the agent is the Android device owner: "unknown sources blocked".',
    'Là où l’agent est propriétaire de l’appareil Android\u00a0: «\u00a0sources inconnues bloquées\u00a0».',
  ],
  [
    'Candidate, not verified on these headsets: the Android device-owner profile has "camera blocked".',
    'Piste, non vérifiée sur ces casques\u00a0: le profil de propriétaire d’appareil Android a «\u00a0appareil photo bloqué\u00a0».',
  ],
  [
    'Where the agent is the Android device owner: "camera blocked".',
    'Là où l’agent est propriétaire de l’appareil Android\u00a0: «\u00a0appareil photo bloqué\u00a0».',
  ],
  [
    'Candidate, not verified on these headsets: the Android device-owner profile has "USB file transfer blocked".',
    'Piste, non vérifiée sur ces casques\u00a0: le profil de propriétaire d’appareil Android a «\u00a0transfert de fichiers USB bloqué\u00a0».',
  ],
  [
    'Where the agent is the Android device owner: "USB file transfer blocked".',
    'Là où l’agent est propriétaire de l’appareil Android\u00a0: «\u00a0transfert de fichiers USB bloqué\u00a0».',
  ],
  [
    'Candidate, not verified on these headsets: the Android device-owner profile has "Bluetooth blocked".',
    'Piste, non vérifiée sur ces casques\u00a0: le profil de propriétaire d’appareil Android a «\u00a0Bluetooth bloqué\u00a0».',
  ],
  [
    'Where the agent is the Android device owner: "Bluetooth blocked".',
    'Là où l’agent est propriétaire de l’appareil Android\u00a0: «\u00a0Bluetooth bloqué\u00a0».',
  ],
  [
    'Candidate, not verified on these headsets: the Android device-owner profile has "screen capture blocked".',
    'Piste, non vérifiée sur ces casques\u00a0: le profil de propriétaire d’appareil Android a «\u00a0capture d’écran bloquée\u00a0».',
  ],
  [
    'Where the agent is the Android device owner: "screen capture blocked".',
    'Là où l’agent est propriétaire de l’appareil Android\u00a0: «\u00a0capture d’écran bloquée\u00a0».',
  ],
  [
    'Candidate, not verified on these headsets: the Android device-owner profile has "factory reset blocked".',
    'Piste, non vérifiée sur ces casques\u00a0: le profil de propriétaire d’appareil Android a «\u00a0réinitialisation bloquée\u00a0».',
  ],
  [
    'Where the agent is the Android device owner: "factory reset blocked".',
    'Là où l’agent est propriétaire de l’appareil Android\u00a0: «\u00a0réinitialisation bloquée\u00a0».',
  ],
  [
    'Candidate, not verified on these headsets: the Android device-owner profile has "password length, type and failures before wipe".',
    'Piste, non vérifiée sur ces casques\u00a0: le profil de propriétaire d’appareil Android a «\u00a0longueur et type du mot de passe, échecs avant effacement\u00a0».',
  ],
  [
    'Where the agent is the Android device owner: "password length, type and failures before wipe".',
    'Là où l’agent est propriétaire de l’appareil Android\u00a0: «\u00a0longueur et type du mot de passe, échecs avant effacement\u00a0».',
  ],
  [
    'Candidate, not verified on these headsets: the Android device-owner profile has "debugging features allowed".',
    'Piste, non vérifiée sur ces casques\u00a0: le profil de propriétaire d’appareil Android a «\u00a0fonctions de débogage autorisées\u00a0».',
  ],
  [
    'Where the agent is the Android device owner: "debugging features allowed".',
    'Là où l’agent est propriétaire de l’appareil Android\u00a0: «\u00a0fonctions de débogage autorisées\u00a0».',
  ],
  [
    'By adb: not supported. No command is known that works on headsets.',
    'Par adb\u00a0: non pris en charge. Aucune commande connue n’agit sur les casques.',
  ],
  [
    'By adb: not supported. It takes a device owner on the headset to enforce it.',
    'Par adb\u00a0: non pris en charge. Il faut un propriétaire de l’appareil sur le casque pour l’imposer.',
  ],
  [
    'By adb: not supported. Only the manufacturer’s own settings or service can change it.',
    'Par adb\u00a0: non pris en charge. Seuls les réglages ou le service du fabricant peuvent le modifier.',
  ],
  [
    'By adb: not supported. It is a switch of an agent on the headset, and there is none.',
    'Par adb\u00a0: non pris en charge. C’est un réglage d’un agent sur le casque, et il n’y en a pas.',
  ],
  [
    'By adb: not supported. The station needs it to reach the headset.',
    'Par adb\u00a0: non pris en charge. La station en a besoin pour joindre le casque.',
  ],
  [
    'By adb: not supported. The boundary protects the wearer: change it on the headset.',
    'Par adb\u00a0: non pris en charge. La limite protège la personne qui porte le casque\u00a0: modifiez-la sur le casque.',
  ],
  [
    'By adb: not supported. The command for Wi-Fi networks has no such option.',
    'Par adb\u00a0: non pris en charge. La commande des réseaux Wi-Fi n’a pas cette option.',
  ],
  [
    '`cmd wifi add-network`, read back by its name with `list-networks`; nothing tells whether the password is right.',
    '`cmd wifi add-network`, relu par son nom avec `list-networks`\u202f; rien n’indique si le mot de passe est bon.',
  ],
  [
    'By adb: held by the station, not locked by the headset. A wearer can leave the app for up to 3 s.',
    'Par adb\u00a0: maintenu par la station, pas verrouillé par le casque. On peut quitter l’appli pendant 3 s au plus.',
  ],
  [
    'Copied under a temporary name, checked by its SHA-256, then renamed; apps by `cmd package install`.',
    'Copié sous un nom temporaire, vérifié par son SHA-256, puis renommé\u202f; les applis par `cmd package install`.',
  ],
  [
    '`cmd media_session volume --stream 3`, in steps of the headset’s own range.',
    '`cmd media_session volume --stream 3`, par pas de l’échelle du casque.',
  ],
  [
    '`settings put system screen_brightness`; automatic brightness is switched off.',
    '`settings put system screen_brightness`\u202f; la luminosité automatique est désactivée.',
  ],
  ['`settings put system screen_off_timeout`.', 'Par `settings put system screen_off_timeout`.'],
  ['`cmd alarm set-timezone`.', 'Par `cmd alarm set-timezone`.'],
  [
    '`settings put system system_locales`; some systems show it after a restart.',
    '`settings put system system_locales`\u202f; certains systèmes l’affichent après un redémarrage.',
  ],
  [
    'The station copies no content while it is off.',
    'La station ne copie aucun contenu tant que c’est désactivé.',
  ],
  ['`settings put global auto_time`.', 'Par `settings put global auto_time`.'],
  [
    '`settings put global ntp_server`; some systems use it after a restart.',
    '`settings put global ntp_server`\u202f; certains systèmes l’utilisent après un redémarrage.',
  ],
  [
    '`setprop debug.oculus.refreshRate`; read back is the property, not the display. Set again after a restart.',
    '`setprop debug.oculus.refreshRate`\u202f; on relit la propriété, pas l’écran. Réglé de nouveau après un redémarrage.',
  ],
  [
    'The station takes no pictures while it is off.',
    'La station ne prend aucune image tant que c’est désactivé.',
  ],
]);
