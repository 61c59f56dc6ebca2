import { useTranslation } from 'react-i18next';

import { catalogNotes as french } from './fr/configuration/catalog-notes.ts';

/** Returns the catalog's note on a manufacturer's setting in the current language; the catalog is in English. */
export function useCatalogNotes(): (note: string) => string {
  const { i18n } = useTranslation();
  return i18n.resolvedLanguage === 'fr' ? inFrench : asWritten;
}

function inFrench(note: string): string {
  return french.get(note) ?? note;
}

function asWritten(note: string): string {
  return note;
}
