import type { network as english } from '../../en/network/network.ts';
import type { ShapeOf } from '../../shape.ts';

/** The network doctor. */
export const network = {
  check: {
    listener: 'Accès LAN',
    port: 'Port',
    interfaces: 'Connexion réseau',
    addresses: 'Type de réseau',
    mdns: 'Découverte',
    stations: 'Autres stations',
    isolation: 'Joignabilité des casques',
    headsetClocks: 'Horloges des casques',
    stationClock: 'Horloge de la station',
    leases: 'Plage d’adresses IP',
    firewall: 'Pare-feu',
    internet: 'Internet',
  },
  status: {
    ok: 'OK',
    warning: 'Avertissement',
    problem: 'Problème',
    unknown: 'Inconnu',
  },
  finding: {
    CHECK_UNFINISHED: 'Ce contrôle ne s’est pas terminé à temps.',
    CHECK_FAILED: 'Ce contrôle a échoué.',
    LISTENER_ON: 'La station répond sur le réseau local.',
    LISTENER_OFF: 'La station ne répond que sur cet ordinateur. Aucun casque ne peut la joindre.',
    LISTENER_WITHOUT_ADDRESS: 'L’accès LAN est activé, mais cet ordinateur n’est connecté à aucun réseau.',
    LISTENER_SILENT:
      'La station ne répond pas à l’une de ses propres adresses. Quelque chose la bloque sur cet ordinateur.',
    PORT_OWN: 'La station utilise son port.',
    PORT_FREE: 'Le port est libre.',
    PORT_TAKEN: 'Un autre programme utilise le port dont la station a besoin.',
    PORT_FORBIDDEN: 'Cet ordinateur n’autorise pas la station à utiliser le port.',
    INTERFACES_UP: 'Cet ordinateur est connecté à un réseau.',
    INTERFACE_CHOSEN_MISSING: 'Le réseau choisi pour les casques n’est pas connecté.',
    INTERFACES_NONE: 'Cet ordinateur n’est connecté à aucun réseau.',
    ADDRESSES_PRIVATE: 'C’est un réseau privé, comme recommandé.',
    ADDRESSES_SELF_ASSIGNED:
      'Ce réseau n’a pas de serveur DHCP\u00a0: cet ordinateur s’est attribué lui-même une adresse. Les casques qui ont une adresse DHCP ne peuvent pas le joindre.',
    ADDRESSES_SHARED:
      'Cette adresse est celle d’un fournisseur ou d’un VPN, pas celle d’un réseau de casques.',
    ADDRESSES_PUBLIC: 'Cet ordinateur a une adresse publique\u00a0: tout Internet peut joindre la station.',
    ADDRESSES_NONE: 'Cet ordinateur n’a pas d’adresse de réseau local.',
    MDNS_HEARD:
      'La station reçoit sa propre annonce sur le réseau. Les casques peuvent la trouver automatiquement.',
    MDNS_HEARD_ON_SOME: 'L’annonce est reçue sur certains réseaux de cet ordinateur et pas sur d’autres.',
    MDNS_NOT_HEARD:
      'La station s’annonce mais ne reçoit pas l’annonce. Les casques ne la trouveront pas automatiquement.',
    MDNS_PORT_TAKEN:
      'Un autre programme réserve le port des annonces. Les casques ne trouveront pas la station automatiquement.',
    MDNS_FAILED: 'La station n’a pas pu s’annoncer sur le réseau.',
    MDNS_OFF: 'La station s’annonce quand l’accès LAN est activé.',
    MDNS_NOWHERE: 'Il n’y a aucun réseau sur lequel annoncer la station.',
    STATIONS_ALONE: 'Aucune autre station n’a été vue sur le réseau.',
    STATIONS_OTHERS:
      'D’autres stations sont sur ce réseau. Un casque pourrait être enrôlé auprès de la mauvaise.',
    STATIONS_COPY:
      'Une autre station a la même identité que celle-ci\u00a0: son dossier de données a été copié. Les casques ne peuvent pas les distinguer.',
    STATIONS_UNKNOWN: 'La station recherche les autres stations quand l’accès LAN est activé.',
    ISOLATION_NONE: 'D’autres appareils de ce réseau sont joignables.',
    ISOLATION_SUSPECTED:
      'D’autres appareils sont visibles sur ce réseau, mais aucun n’est joignable. Le Wi-Fi isole probablement ses clients, comme les réseaux invités.',
    VIEWS_BLOCKED:
      'Des vues en direct ont démarré, mais aucune image n’est arrivée. Le Wi-Fi isole probablement ses clients, ou un pare-feu les bloque.',
    VIEWS_ELSEWHERE:
      'Certains casques sont sur un autre segment du réseau que cette station. Les vues en direct ne fonctionnent que dans un même segment.',
    ISOLATION_UNKNOWN: 'Aucun autre appareil n’a encore été vu sur ce réseau.',
    CLOCKS_RIGHT: 'Les horloges des casques correspondent à celle de cet ordinateur.',
    CLOCKS_WRONG:
      'Les horloges de certains casques sont fausses. Leur historique est faux et des erreurs de certificat peuvent se produire.',
    CLOCKS_AGAINST_STATION:
      'La plupart des horloges des casques concordent entre elles mais pas avec cet ordinateur. L’horloge de cet ordinateur est peut-être fausse.',
    CLOCKS_UNKNOWN: 'Aucun casque n’a signalé d’heure aujourd’hui.',
    STATION_CLOCK_RIGHT: 'L’horloge de cet ordinateur est juste.',
    STATION_CLOCK_WRONG: 'L’horloge de cet ordinateur est fausse.',
    STATION_CLOCK_UNKNOWN: 'Non vérifié.',
    LEASES_FREE: 'Le réseau a des adresses IP libres.',
    LEASES_NEARLY_FULL:
      'Le réseau a peu d’adresses IP libres. Un chariot complet risque de ne pas en avoir une par casque.',
    LEASES_FULL: 'Le réseau n’a plus d’adresse IP libre. D’autres casques ne peuvent pas se connecter.',
    LEASES_UNKNOWN: 'Seul le routeur sait combien d’adresses IP sont libres.',
    FIREWALL_PASSED: 'Des casques se sont connectés récemment.',
    FIREWALL_NOT_SEEN: 'Aucun pare-feu n’a été détecté sur cet ordinateur.',
    FIREWALL_UFW: 'Un pare-feu (ufw) est actif. Il peut bloquer les casques.',
    FIREWALL_FIREWALLD: 'Un pare-feu (firewalld) est actif. Il peut bloquer les casques.',
    FIREWALL_RULES:
      'Cet ordinateur a des règles de pare-feu. La station ne peut pas déterminer si elles bloquent les casques.',
    FIREWALL_WINDOWS: 'Le Pare-feu Windows bloque les casques tant que vous n’autorisez pas Muster.',
    FIREWALL_MACOS: 'macOS doit autoriser Muster à accéder au réseau local.',
    FIREWALL_UNKNOWN: 'La station ne peut pas déterminer si un pare-feu bloque les casques sur ce système.',
    INTERNET_NOT_ASKED: 'Non vérifié. La station n’a pas besoin d’Internet.',
    INTERNET_OPEN: 'Internet est accessible, sans page de connexion.',
    INTERNET_NONE: 'Internet n’est pas accessible. La station n’en a pas besoin.',
    INTERNET_PORTAL:
      'Une page de connexion bloque l’accès à Internet. Les casques pourraient quitter ce réseau à cause d’elle.',
    INTERNET_UNCLEAR: 'L’URL utilisée pour ce contrôle n’a pas donné de réponse claire.',
  },
  todo: {
    NOTHING: 'Aucune action n’est requise.',
    TRY_AGAIN:
      'Vérifiez de nouveau dans un instant. Si le problème persiste, transmettez le journal à l’assistance.',
    TURN_ON_LISTENER: 'Autorisez l’accès LAN, sous Réseau.',
    CONNECT_TO_NETWORK: 'Connectez cet ordinateur au réseau des casques, par câble si possible.',
    CHOOSE_INTERFACE: 'Connectez ce réseau, ou choisissez-en un autre.',
    GIVE_ADDRESS:
      'Vérifiez que le routeur est allumé et que son serveur DHCP fonctionne. Sans routeur, mettez tous les casques sur le même réseau\u202f; ils s’attribuent aussi des adresses.',
    USE_PRIVATE_NETWORK:
      'Placez cet ordinateur et les casques derrière votre propre routeur, et choisissez ce réseau.',
    FREE_PORT: 'Quittez l’autre programme, ou choisissez un autre port pour la station, sous Réseau.',
    FREE_MDNS_PORT:
      'Quittez l’autre programme. En attendant, saisissez dans les casques l’adresse de l’écran Enrôler, ou scannez son code QR.',
    ALLOW_IN_FIREWALL: 'Autorisez Muster dans le pare-feu de cet ordinateur. Les commandes s’affichent ici.',
    ALLOW_LOCAL_NETWORK:
      'Ouvrez Réglages Système, Confidentialité et sécurité, Réseau local, et activez Muster.',
    ALLOW_MULTICAST:
      'Autorisez la multidiffusion sur le Wi-Fi et dans le pare-feu. En attendant, saisissez dans les casques l’adresse de l’écran Enrôler, ou scannez son code QR.',
    ALLOW_CLIENT_TRAFFIC:
      'Désactivez l’isolation des clients de ce Wi-Fi (aussi appelée isolation AP ou mode invité), ou utilisez un autre Wi-Fi.',
    JOIN_ONE_NETWORK:
      'Connectez les casques et la station au même réseau. Tout le reste fonctionne tel quel.',
    TELL_STATIONS_APART:
      'Comparez les derniers caractères du nom de la station sur le casque avec ceux de l’écran Enrôler.',
    STOP_COPY: 'Arrêtez l’autre station, ou donnez-lui un dossier de données vide.',
    SET_HEADSET_CLOCKS:
      'Activez l’heure automatique sur ces casques, avec un serveur NTP qu’ils peuvent joindre.',
    SET_STATION_CLOCK: 'Réglez la date, l’heure et le fuseau horaire de cet ordinateur.',
    WAIT_FOR_HEADSETS: 'Allumez un casque sur ce réseau et vérifiez de nouveau.',
    WIDEN_LEASES: 'Donnez au routeur une plage DHCP plus large ou une durée de bail plus courte.',
    SET_UP_LEASES: 'Donnez à la station l’accès au routeur pour qu’elle puisse compter les baux.',
    SIGN_IN_TO_NETWORK: 'Connectez-vous sur cet ordinateur, ou utilisez un réseau sans page de connexion.',
    ASK_FOR_INTERNET_CHECK: 'Pour vérifier l’accès à Internet, saisissez une URL.',
    CHANGE_INTERNET_ADDRESS:
      'Saisissez une autre URL\u00a0: une qui répond par une page vide, prévue à cet effet.',
  },
} satisfies ShapeOf<typeof english>;
