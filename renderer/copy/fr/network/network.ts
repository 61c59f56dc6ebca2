import type { network as english } from '../../en/network/network.ts';
import type { ShapeOf } from '../../shape.ts';

/** The network doctor. */
export const network = {
  check: {
    listener: 'Casques admis',
    port: 'Port',
    interfaces: 'Connexion au réseau',
    addresses: 'Type de réseau',
    mdns: 'Trouvée par les casques',
    stations: 'Autres stations',
    isolation: 'Casques joignables',
    headsetClocks: 'Horloges des casques',
    stationClock: 'Horloge de cet ordinateur',
    leases: 'Adresses libres',
    firewall: 'Pare-feu',
    internet: 'Internet',
  },
  status: {
    ok: 'En ordre',
    warning: 'À regarder',
    problem: 'Bloquant',
    unknown: 'Inconnu',
  },
  finding: {
    CHECK_UNFINISHED: 'Ce point n’a pas pu être examiné à temps.',
    CHECK_FAILED: 'Ce point n’a pas pu être examiné.',
    LISTENER_ON: 'La station répond sur le réseau local.',
    LISTENER_OFF: 'La station ne répond que sur cet ordinateur. Aucun casque ne peut la joindre.',
    LISTENER_WITHOUT_ADDRESS:
      'La station est ouverte aux casques, mais cet ordinateur n’est sur aucun réseau.',
    LISTENER_SILENT:
      'La station ne répond pas à l’une de ses propres adresses. Quelque chose la bloque sur cet ordinateur.',
    PORT_OWN: 'La station a son port.',
    PORT_FREE: 'Le port est libre.',
    PORT_TAKEN: 'Un autre programme occupe le port dont la station a besoin.',
    PORT_FORBIDDEN: 'Cet ordinateur ne laisse pas la station utiliser ce port.',
    INTERFACES_UP: 'Cet ordinateur est sur un réseau.',
    INTERFACE_CHOSEN_MISSING: 'Le réseau choisi pour les casques n’est pas connecté.',
    INTERFACES_NONE: 'Cet ordinateur n’est sur aucun réseau.',
    ADDRESSES_PRIVATE: 'C’est un réseau privé, comme il se doit.',
    ADDRESSES_SELF_ASSIGNED:
      'Personne ne distribue d’adresses sur ce réseau : cet ordinateur s’en est inventé une. Les casques qui ont une vraie adresse ne peuvent pas le joindre.',
    ADDRESSES_SHARED:
      'Cette adresse est celle d’un fournisseur ou d’un VPN, pas celle d’un réseau de casques.',
    ADDRESSES_PUBLIC:
      'Cet ordinateur a une adresse publique : la station est joignable depuis tout internet.',
    ADDRESSES_NONE: 'Cet ordinateur n’a d’adresse sur aucun réseau.',
    MDNS_HEARD:
      'La station entend sa propre annonce sur le réseau. Les casques peuvent la trouver tout seuls.',
    MDNS_HEARD_ON_SOME: 'L’annonce est entendue sur certains réseaux de cet ordinateur, et pas sur d’autres.',
    MDNS_NOT_HEARD: 'La station s’annonce et ne s’entend pas. Les casques ne la trouveront pas tout seuls.',
    MDNS_PORT_TAKEN:
      'Un autre programme garde pour lui le port des annonces. Les casques ne trouveront pas la station tout seuls.',
    MDNS_FAILED: 'La station n’a pas pu s’annoncer sur le réseau.',
    MDNS_OFF: 'La station s’annoncera quand les casques seront admis.',
    MDNS_NOWHERE: 'Il n’y a aucun réseau où s’annoncer.',
    STATIONS_ALONE: 'Aucune autre station n’a été vue sur le réseau.',
    STATIONS_OTHERS:
      'D’autres stations sont sur ce réseau. Un casque pourrait être enrôlé auprès de la mauvaise.',
    STATIONS_COPY:
      'Une autre station a l’identité de celle-ci : son dossier de données a été copié. Les casques ne peuvent pas les distinguer.',
    STATIONS_UNKNOWN: 'Les autres stations seront cherchées quand les casques seront admis.',
    ISOLATION_NONE: 'D’autres appareils de ce réseau sont joignables.',
    ISOLATION_SUSPECTED:
      'D’autres appareils sont entendus sur ce réseau, mais aucun n’est joignable. Le Wi-Fi semble isoler ses appareils, comme les réseaux d’invités.',
    ISOLATION_UNKNOWN: 'Personne d’autre n’a encore été entendu sur ce réseau.',
    CLOCKS_RIGHT: 'Les horloges des casques s’accordent avec cet ordinateur.',
    CLOCKS_WRONG:
      'Les horloges de certains casques sont fausses. Leur historique et leurs certificats en souffrent.',
    CLOCKS_AGAINST_STATION:
      'La plupart des casques s’accordent entre eux et pas avec cet ordinateur. C’est peut-être son horloge qui est fausse.',
    CLOCKS_UNKNOWN: 'Aucun casque n’a rien signalé de daté aujourd’hui.',
    STATION_CLOCK_RIGHT: 'L’horloge de cet ordinateur est juste.',
    STATION_CLOCK_WRONG: 'L’horloge de cet ordinateur est fausse.',
    STATION_CLOCK_UNKNOWN: 'Personne n’a été interrogé sur l’heure.',
    LEASES_FREE: 'Il reste des adresses sur le réseau.',
    LEASES_NEARLY_FULL:
      'Il reste peu d’adresses sur le réseau. Un chariot complet risque de ne pas en avoir une par casque.',
    LEASES_FULL: 'Il ne reste aucune adresse sur le réseau. D’autres casques ne pourront pas s’y connecter.',
    LEASES_UNKNOWN: 'Seul le routeur sait combien d’adresses il reste.',
    FIREWALL_PASSED: 'Des casques sont passés il y a un instant.',
    FIREWALL_NOT_SEEN: 'Aucun pare-feu n’a été vu sur cet ordinateur.',
    FIREWALL_UFW: 'Un pare-feu (ufw) est actif. Il peut bloquer les casques.',
    FIREWALL_FIREWALLD: 'Un pare-feu (firewalld) est actif. Il peut bloquer les casques.',
    FIREWALL_RULES:
      'Cet ordinateur a des règles de pare-feu. D’ici, on ne voit pas si elles bloquent les casques.',
    FIREWALL_WINDOWS: 'Le pare-feu de Windows bloque les casques tant que Muster n’y est pas autorisé.',
    FIREWALL_MACOS: 'macOS ne laisse Muster accéder au réseau local que si cela a été autorisé.',
    FIREWALL_UNKNOWN: 'Sur ce système, on ne voit pas si un pare-feu bloque les casques.',
    INTERNET_NOT_ASKED: 'Personne n’a été interrogé. La station n’a pas besoin d’internet.',
    INTERNET_OPEN: 'Il y a internet, sans page de connexion devant.',
    INTERNET_NONE: 'Il n’y a pas internet. La station n’en a pas besoin.',
    INTERNET_PORTAL:
      'Une page de connexion barre l’accès à internet. Les casques pourraient quitter ce réseau à cause d’elle.',
    INTERNET_UNCLEAR: 'L’adresse interrogée n’a pas donné de réponse claire.',
  },
  todo: {
    NOTHING: 'Il n’y a rien à faire.',
    TRY_AGAIN: 'Regardez à nouveau dans un instant. Si cela reste, donnez le journal à l’assistance.',
    TURN_ON_LISTENER: 'Admettez les casques, sous Réseau.',
    CONNECT_TO_NETWORK: 'Connectez cet ordinateur au réseau des casques, par câble si possible.',
    CHOOSE_INTERFACE: 'Connectez ce réseau, ou choisissez-en un autre.',
    GIVE_ADDRESS:
      'Vérifiez que le routeur est allumé et distribue des adresses. Sans routeur, mettez tous les casques sur le même réseau ; ils s’inventent aussi des adresses.',
    USE_PRIVATE_NETWORK:
      'Placez cet ordinateur et les casques derrière votre propre routeur, et choisissez ce réseau.',
    FREE_PORT: 'Fermez l’autre programme, ou donnez un autre port à la station, sous Réseau.',
    FREE_MDNS_PORT:
      'Fermez l’autre programme. En attendant, saisissez dans les casques l’adresse de l’écran Enrôler ou faites-leur lire son code QR.',
    ALLOW_IN_FIREWALL:
      'Autorisez Muster dans le pare-feu de cet ordinateur. Les commandes sont affichées ici.',
    ALLOW_LOCAL_NETWORK:
      'Ouvrez Réglages Système, Confidentialité et sécurité, Réseau local, et activez Muster.',
    ALLOW_MULTICAST:
      'Autorisez la multidiffusion sur le Wi-Fi et dans le pare-feu. En attendant, saisissez dans les casques l’adresse de l’écran Enrôler ou faites-leur lire son code QR.',
    ALLOW_CLIENT_TRAFFIC:
      'Désactivez l’isolation des clients de ce Wi-Fi (aussi appelée isolation AP ou mode invité), ou utilisez un autre Wi-Fi.',
    TELL_STATIONS_APART: 'Comparez la fin du nom affiché dans le casque avec celle de l’écran Enrôler.',
    STOP_COPY: 'Arrêtez l’autre station, ou donnez-lui un dossier de données vide.',
    SET_HEADSET_CLOCKS:
      'Activez l’heure automatique sur ces casques, avec un serveur de temps qu’ils peuvent joindre.',
    SET_STATION_CLOCK: 'Réglez la date, l’heure et le fuseau horaire de cet ordinateur.',
    WAIT_FOR_HEADSETS: 'Allumez un casque sur ce réseau et regardez à nouveau.',
    WIDEN_LEASES: 'Donnez au routeur une plage d’adresses plus large, ou une durée de prêt plus courte.',
    SET_UP_LEASES: 'Donnez à la station l’accès au routeur, et elle les comptera.',
    SIGN_IN_TO_NETWORK: 'Connectez-vous avec cet ordinateur, ou demandez un réseau sans page de connexion.',
    ASK_FOR_INTERNET_CHECK: 'Pour le savoir, indiquez une adresse à interroger.',
    CHANGE_INTERNET_ADDRESS:
      'Indiquez une autre adresse : une qui répond par une page vide, faite pour cela.',
  },
} satisfies ShapeOf<typeof english>;
