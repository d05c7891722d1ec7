import type { UserText } from '@social/core/platform'

/** User messages for the refusals that Instagram, Facebook and Threads share. Facts: `network`. */
export const META_TEXTS = {
  ROLE_LOST: {
    en: 'You no longer have a role on this page at {network}. Connect it again with a person who has full control of it.',
    de: 'Du hast auf dieser Seite bei {network} keine Rolle mehr. Verbinde sie neu mit einer Person, die vollen Zugriff hat.',
  },
  PERSON_UNREACHABLE: {
    en: 'This person cannot receive messages at the moment. Wait until the person writes again.',
    de: 'Diese Person kann gerade keine Nachrichten empfangen. Warte, bis sie wieder schreibt.',
  },
  LINK_UNREADABLE: {
    en: '{network} cannot open the link in the post. Check the link.',
    de: '{network} kann den Link im Beitrag nicht öffnen. Prüfe den Link.',
  },
  PREPARATION_EXPIRED: {
    en: 'The post was not published within a day, so {network} discarded its files. Publish it again.',
    de: 'Der Beitrag wurde nicht innerhalb eines Tages veröffentlicht. Daher hat {network} seine Dateien verworfen. Veröffentliche ihn noch einmal.',
  },
  STILL_PROCESSING: {
    en: '{network} is still processing the post. Try again in a few minutes.',
    de: '{network} verarbeitet den Beitrag noch. Versuche es in einigen Minuten noch einmal.',
  },
  POST_TOTALS_ONLY: {
    en: '{network} has only the totals of a post, not its values by day or for a period.',
    de: '{network} kennt von einem Beitrag nur die Gesamtwerte, nicht die Werte pro Tag oder für einen Zeitraum.',
  },
  PERIOD_TOO_LONG: {
    en: '{network} shows statistics of at most {limit} days in one period. Choose a shorter period.',
    de: '{network} zeigt Statistiken von höchstens {limit} Tagen auf einmal. Wähle einen kürzeren Zeitraum.',
  },
  PERIOD_INVALID: {
    en: '{network} has no statistics for this period. Choose other dates.',
    de: '{network} hat für diesen Zeitraum keine Statistiken. Wähle andere Daten.',
  },
} as const satisfies Readonly<Record<string, UserText>>
