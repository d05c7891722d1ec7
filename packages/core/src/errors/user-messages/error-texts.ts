import type { ErrorCode } from '../error-code.js'
import { type ShownFacts as Facts, type UserText, whenText } from './template.js'

/** Appends the time of the next attempt: `Try again in 5 minutes.` */
const againEn = ({ retryAfter, language }: Facts): string =>
  `Try again ${whenText(typeof retryAfter === 'number' ? retryAfter : null, language) ?? 'later'}.`
const againDe = ({ retryAfter, language }: Facts): string =>
  `Versuche es ${whenText(typeof retryAfter === 'number' ? retryAfter : null, language) ?? 'später'} noch einmal.`

/** User messages for errors, by `error.code`. Facts: `network`, and the public fields of the error. */
export const ERROR_TEXTS = {
  CONFIG: {
    en: 'This does not work because of a mistake in the setup of this application. Its operator has to correct it.',
    de: 'Das geht nicht, weil diese Anwendung falsch eingerichtet ist. Ihr Betreiber muss es korrigieren.',
  },
  AUTH: {
    en: '{network} did not accept the sign-in. Connect the account again.',
    de: '{network} hat die Anmeldung nicht angenommen. Verbinde das Konto noch einmal.',
  },
  TOKEN_EXPIRED: {
    en: 'The connection to {network} has expired. Connect the account again.',
    de: 'Die Verbindung zu {network} ist abgelaufen. Verbinde das Konto noch einmal.',
  },
  SIGNATURE: {
    en: 'The request could not be verified.',
    de: 'Die Anfrage konnte nicht geprüft werden.',
  },
  NOT_ALLOWED: {
    en: '{network} does not allow this. Check the account on the website of the network.',
    de: '{network} erlaubt das nicht. Prüfe das Konto auf der Website des Netzwerks.',
  },
  MISSING_PERMISSION: {
    en: 'A permission for this is missing at {network}. Connect the account again and allow everything that is requested.',
    de: 'Bei {network} fehlt dafür eine Berechtigung. Verbinde das Konto noch einmal und erlaube alles, worum gebeten wird.',
  },
  BLOCKED: {
    en: 'This is not possible because one of the two accounts blocks the other.',
    de: 'Das geht nicht, weil eines der beiden Konten das andere blockiert.',
  },
  REPLY_WINDOW_CLOSED: {
    en: 'The time for answering this message has passed.',
    de: 'Die Zeit, in der diese Nachricht beantwortet werden kann, ist vorbei.',
  },
  NOT_FOUND: {
    en: '{network} could not find this. It may have been deleted.',
    de: '{network} hat das nicht gefunden. Vielleicht wurde es gelöscht.',
  },
  POST_GONE: {
    en: 'The post no longer exists at {network}.',
    de: 'Den Beitrag gibt es bei {network} nicht mehr.',
  },
  NO_CONNECTION: {
    en: 'This account is not connected. Connect it again.',
    de: 'Dieses Konto ist nicht verbunden. Verbinde es noch einmal.',
  },
  RATE_LIMIT: {
    en: (facts: Facts) =>
      `${String(facts['network'])} accepts no more requests at the moment. ${againEn(facts)}`,
    de: (facts: Facts) =>
      `${String(facts['network'])} nimmt gerade keine weiteren Anfragen an. ${againDe(facts)}`,
  },
  SPENDING_LIMIT: {
    en: (facts: Facts) => `The spending limit of this application is reached. ${againEn(facts)}`,
    de: (facts: Facts) => `Das Ausgabenlimit dieser Anwendung ist erreicht. ${againDe(facts)}`,
  },
  INVALID_POST: {
    en: '{network} does not accept this post. Change it and try again.',
    de: '{network} nimmt diesen Beitrag nicht an. Ändere ihn und versuche es noch einmal.',
  },
  IDEMPOTENCY_CONFLICT: {
    en: 'This post was already submitted with other content. Create a new post.',
    de: 'Dieser Beitrag wurde schon mit anderem Inhalt abgeschickt. Lege einen neuen an.',
  },
  NOT_SUPPORTED: {
    en: '{network} does not support this.',
    de: '{network} unterstützt das nicht.',
  },
  NETWORK: {
    en: (facts: Facts) => `${String(facts['network'])} cannot be reached. ${againEn(facts)}`,
    de: (facts: Facts) => `${String(facts['network'])} ist nicht erreichbar. ${againDe(facts)}`,
  },
  PUBLISH_BUSY: {
    en: (facts: Facts) => `This is being published at the moment. ${againEn(facts)}`,
    de: (facts: Facts) => `Das wird gerade veröffentlicht. ${againDe(facts)}`,
  },
  OUTCOME_UNKNOWN: {
    en: ({ network, retryAfter, language }: Facts) =>
      typeof retryAfter === 'number'
        ? `Not confirmed yet by ${String(network)}. The next check is possible ${whenText(retryAfter, language) ?? 'later'}.`
        : `It is not known whether ${String(network)} published this. Check the account before you publish it again.`,
    de: ({ network, retryAfter, language }: Facts) =>
      typeof retryAfter === 'number'
        ? `Von ${String(network)} noch nicht bestätigt. Die nächste Prüfung ist ${whenText(retryAfter, language) ?? 'später'} möglich.`
        : `Es ist nicht bekannt, ob ${String(network)} das veröffentlicht hat. Sieh im Konto nach, bevor du es noch einmal veröffentlichst.`,
  },
  UPDATE_BUSY: {
    en: (facts: Facts) => `This is being processed at the moment. ${againEn(facts)}`,
    de: (facts: Facts) => `Das wird gerade bearbeitet. ${againDe(facts)}`,
  },
  PORT: {
    en: (facts: Facts) => `This application has a problem at the moment. Nothing was sent. ${againEn(facts)}`,
    de: (facts: Facts) =>
      `Diese Anwendung hat gerade eine Störung. Es wurde nichts abgeschickt. ${againDe(facts)}`,
  },
  PLATFORM: {
    en: (facts: Facts) =>
      facts['isOutage'] === true
        ? `${String(facts['network'])} has a problem at the moment. ${againEn(facts)}`
        : `${String(facts['network'])} refused this.`,
    de: (facts: Facts) =>
      facts['isOutage'] === true
        ? `${String(facts['network'])} hat gerade eine Störung. ${againDe(facts)}`
        : `${String(facts['network'])} hat das abgelehnt.`,
  },
  CLOSED: {
    en: 'This application is shutting down. Try again later.',
    de: 'Diese Anwendung wird gerade beendet. Versuche es später noch einmal.',
  },
  INVALID_HOST: {
    en: 'This is not the address of a server. Enter a name such as "social.example".',
    de: 'Das ist nicht die Adresse eines Servers. Gib einen Namen wie „social.example“ ein.',
  },
} as const satisfies Readonly<Record<ErrorCode, UserText>>

/** User message for a value that is not an error of the library. */
export const UNKNOWN_ERROR: UserText = {
  en: 'Something went wrong. Try again later.',
  de: 'Etwas ist schiefgegangen. Versuche es später noch einmal.',
}
