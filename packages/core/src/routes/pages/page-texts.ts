import type { UserText } from '../../errors/user-messages/template.js'

/** Texts of the sign-in pages. Facts: `network`, and the facts that a text names. */
export const PAGE_TEXTS = {
  PAGE_CHOOSE_TITLE: { en: 'Choose an account', de: 'Konto auswählen' },
  PAGE_CHOOSE: {
    en: 'This sign-in at {network} reaches several accounts. Choose the one to connect.',
    de: 'Zu dieser Anmeldung bei {network} gehören mehrere Konten. Wähle das aus, das verbunden werden soll.',
  },
  PAGE_CHOOSE_BUTTON: { en: 'Connect', de: 'Verbinden' },
  PAGE_FORM_TITLE: { en: 'Connect {network}', de: '{network} verbinden' },
  PAGE_FORM: {
    en: 'Enter the details of your account.',
    de: 'Gib die Daten deines Kontos ein.',
  },
  PAGE_FORM_HOST: {
    en: 'Your details are sent to {host}.',
    de: 'Deine Daten werden an {host} geschickt.',
  },
  PAGE_FORM_BUTTON: { en: 'Sign in', de: 'Anmelden' },
  PAGE_HELP: { en: 'Help at {network}', de: 'Hilfe bei {network}' },
  PAGE_FAILED_TITLE: { en: 'The account was not connected', de: 'Das Konto wurde nicht verbunden' },
  PAGE_SERVER: {
    en: 'Enter the server of your account, for example "social.example". This server may not be available here.',
    de: 'Gib den Server deines Kontos ein, zum Beispiel „social.example“. Vielleicht ist dieser Server hier nicht verfügbar.',
  },
  PAGE_SERVER_LABEL: { en: 'Server', de: 'Server' },
  PAGE_REQUEST: {
    en: 'The request could not be read. Start the sign-in again.',
    de: 'Die Anfrage konnte nicht gelesen werden. Starte die Anmeldung noch einmal.',
  },
  PAGE_AGAIN: { en: 'Start again', de: 'Noch einmal starten' },
  PAGE_CONNECTED_TITLE: { en: 'The account is connected', de: 'Das Konto ist verbunden' },
  PAGE_CONNECTED: {
    en: '{account} at {network} is connected. You can close this page.',
    de: '{account} bei {network} ist verbunden. Du kannst diese Seite schließen.',
  },
  PAGE_KIND_PAGE: { en: 'Page', de: 'Seite' },
  PAGE_KIND_CHANNEL: { en: 'Channel', de: 'Kanal' },
  PAGE_KIND_LOCATION: { en: 'Location', de: 'Standort' },
} as const satisfies Readonly<Record<string, UserText>>

/** Code of a text of the sign-in pages. */
export type PageText = keyof typeof PAGE_TEXTS
