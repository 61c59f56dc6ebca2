/** Texts of the metadata of a headset. */
export const metadata = {
  namespaces: 'Espaces de noms',
  add: 'Ajouter…',
  none: 'Aucune métadonnée.',
  name: 'Espace de noms',
  nameHint: 'Minuscules, chiffres, . _ -, 64 au maximum, en commençant par une lettre ou un chiffre.',
  badName:
    'Utilisez seulement des minuscules, chiffres et . _ -, 64 au maximum, en commençant par une lettre ou un chiffre.',
  taken: 'Cet espace de noms existe déjà.',
  own: 'La station enregistre ici le chariot et l’emplacement du casque. Modifiez-les dans Enrôler.',
  value: 'Valeur (objet JSON)',
  size: '{{bytes}} octets sur {{most}}',
  tooLarge: 'Trop volumineux.',
  badValue: '{{path}} n’est pas valide\u202f; «\u00a0group\u00a0» nécessite id et label en texte.',
  group: 'Groupe :',
  noColour: 'n’est pas une couleur CSS.',
  theirs: 'Quelqu’un d’autre a modifié cette valeur entre-temps.',
  take: 'Utiliser la sienne',
  keep: 'Garder la mienne',
  remove: 'Retirer',
  removed: '{{name}} a été retiré.',
  save: 'Enregistrer',
};
