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
} as const satisfies Readonly<Record<string, UserText>>
