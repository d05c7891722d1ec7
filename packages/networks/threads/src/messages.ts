import type { UserText } from '@social/core/platform'

/** User messages for problems that only Threads has. Facts: `network`, `field`, `limit`, `actual`. */
export const TEXTS = {
  TEXT_TOO_LONG: {
    en: 'The text is too long for {network}: at most {limit} characters, and an emoji counts as several.',
    de: 'Der Text ist zu lang für {network}: höchstens {limit} Zeichen, und ein Emoji zählt mehrfach.',
  },
  TOO_MANY_LINKS: {
    en: '{network} accepts at most {limit} different links in a post. Remove some.',
    de: '{network} nimmt höchstens {limit} verschiedene Links in einem Beitrag an. Entferne einige.',
  },
  COUNTRY_UNKNOWN: {
    en: '{network} does not know one of the countries. Choose other countries.',
    de: '{network} kennt eines der Länder nicht. Wähle andere Länder.',
  },
  FEATURE_MISSING: {
    en: 'This account does not have a feature that the post uses. Remove the special settings of the post.',
    de: 'Diesem Konto fehlt eine Funktion, die der Beitrag nutzt. Entferne die besonderen Einstellungen des Beitrags.',
  },
  ONLY_TEXT: {
    en: '{field} is only possible in a post without files. Remove it, or remove the files.',
    de: '{field} ist nur in einem Beitrag ohne Dateien möglich. Entferne es oder entferne die Dateien.',
  },
  ONLY_ONE: {
    en: 'A post has either {other} or {field}. Remove one of them.',
    de: 'Ein Beitrag hat entweder {other} oder {field}. Entferne eines davon.',
  },
  NO_FILES_TO_HIDE: {
    en: '{field} hides pictures and videos, and this post has none. Remove the setting.',
    de: '{field} verdeckt Bilder und Videos, und dieser Beitrag hat keine. Entferne die Einstellung.',
  },
  SPOILER_OUTSIDE_TEXT: {
    en: 'A hidden part is outside of the text. Mark it again.',
    de: 'Eine verdeckte Stelle liegt außerhalb des Textes. Markiere sie noch einmal.',
  },
  DAY_USED_UP: {
    en: '{network} accepts only {left} more posts of this account today. Try again tomorrow, or publish fewer.',
    de: '{network} nimmt heute nur noch {left} Beiträge von diesem Konto an. Versuche es morgen noch einmal oder veröffentliche weniger.',
  },
  ANSWER_NOT_POSSIBLE: {
    en: 'A reply is only possible to a comment or a mention.',
    de: 'Antworten kannst du nur auf einen Kommentar oder eine Erwähnung.',
  },
  HIDE_NOT_POSSIBLE: {
    en: 'Only a direct reply to your own post can be hidden. Its own replies are hidden with it.',
    de: 'Verbergen kannst du nur eine direkte Antwort auf deinen Beitrag. Deren Antworten werden mit verborgen.',
  },
  DELETE_NOT_POSSIBLE: {
    en: '{network} does not let you delete replies of other people. Hide the reply.',
    de: 'Bei {network} kannst du Antworten anderer nicht löschen. Verbirg die Antwort.',
  },
  REPOST_NOT_REMOVABLE: {
    en: 'A repost can only be removed in the {network} app.',
    de: 'Einen Repost kannst du nur in der {network}-App entfernen.',
  },
} as const satisfies Readonly<Record<string, UserText>>
