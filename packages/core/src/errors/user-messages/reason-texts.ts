import type { UserText } from './template.js'

/**
 * User messages for reasons that several networks share. A reason is more precise than the class of the error: it names
 * the remedy. Facts: `network`.
 */
export const REASON_TEXTS = {
  ACCESS_REVOKED: {
    en: 'The access to {network} was revoked. Connect the account again.',
    de: 'Der Zugriff auf {network} wurde entzogen. Verbinde das Konto noch einmal.',
  },
  PASSWORD_CHANGED: {
    en: 'The password at {network} was changed, which ended the connection. Connect the account again.',
    de: 'Das Passwort bei {network} wurde geändert. Damit endete die Verbindung. Verbinde das Konto noch einmal.',
  },
  PERMISSION_LOST: {
    en: '{network} no longer grants a permission. Connect the account again and allow everything that is requested.',
    de: '{network} gewährt eine Berechtigung nicht mehr. Verbinde das Konto noch einmal und erlaube alles, worum gebeten wird.',
  },
  CHECKPOINT: {
    en: '{network} asks the owner of the account for a confirmation. Sign in at {network} and follow its instructions.',
    de: '{network} bittet den Inhaber des Kontos um eine Bestätigung. Melde dich bei {network} an und folge den Anweisungen.',
  },
  EMAIL_TO_CONFIRM: {
    en: '{network} needs the e-mail address of the account to be confirmed. Open the message from {network}.',
    de: '{network} verlangt, dass die E-Mail-Adresse des Kontos bestätigt wird. Öffne die Nachricht von {network}.',
  },
  ACCOUNT_SUSPENDED: {
    en: '{network} has suspended or restricted the account. Check the account on the website of the network.',
    de: '{network} hat das Konto gesperrt oder eingeschränkt. Sieh im Konto auf der Website des Netzwerks nach.',
  },
  BILLING: {
    en: '{network} accepts no requests because of the billing of this application. Its operator has to check it.',
    de: '{network} nimmt wegen der Abrechnung dieser Anwendung keine Anfragen an. Ihr Betreiber muss das prüfen.',
  },
  APP_RESTRICTED: {
    en: '{network} has restricted this application. Its operator has to check it.',
    de: '{network} hat diese Anwendung eingeschränkt. Ihr Betreiber muss das prüfen.',
  },
  DUPLICATE: {
    en: '{network} refused the post because the account has already published the same content.',
    de: '{network} hat den Beitrag abgelehnt, weil das Konto denselben Inhalt schon veröffentlicht hat.',
  },
  SPAM: {
    en: '{network} considers the post spam or suspicious. Check the account there, and change the post before you try again.',
    de: '{network} hält den Beitrag für Spam oder auffällig. Sieh dort im Konto nach und ändere den Beitrag, bevor du es noch einmal versuchst.',
  },
  POLICY: {
    en: 'The post breaks a rule of {network}. Change it and try again.',
    de: 'Der Beitrag verstößt gegen eine Regel von {network}. Ändere ihn und versuche es noch einmal.',
  },
  COPYRIGHT: {
    en: '{network} found content that is protected by copyright. Use other content.',
    de: '{network} hat urheberrechtlich geschützten Inhalt gefunden. Verwende anderen.',
  },
  MEDIA_FAILED: {
    en: '{network} could not process the file. Export it again in a common format and try again.',
    de: '{network} konnte die Datei nicht verarbeiten. Speichere sie noch einmal in einem üblichen Format und versuche es wieder.',
  },
  MEDIA_NOT_FETCHED: {
    en: '{network} could not download the file. Make sure that its address is public, and try again.',
    de: '{network} konnte die Datei nicht herunterladen. Prüfe, ob ihre Adresse öffentlich ist, und versuche es noch einmal.',
  },
  QUOTA: {
    en: 'The daily quota at {network} is used up. Try again tomorrow.',
    de: 'Das Tageskontingent bei {network} ist aufgebraucht. Versuche es morgen noch einmal.',
  },
  SIGN_IN_CANCELLED: {
    en: 'The sign-in at {network} was cancelled. Start it again.',
    de: 'Die Anmeldung bei {network} wurde abgebrochen. Starte sie noch einmal.',
  },
  SIGN_IN_EXPIRED: {
    en: 'The sign-in took too long. Start it again.',
    de: 'Die Anmeldung hat zu lange gedauert. Starte sie noch einmal.',
  },
  OTHER_ACCOUNT: {
    en: 'Another account signed in. Sign in with the account that was connected before.',
    de: 'Es hat sich ein anderes Konto angemeldet. Melde dich mit dem bisher verbundenen an.',
  },
  SIGN_IN_SOON: {
    en: 'The connection to {network} ends on {until}. Connect the account again before then.',
    de: 'Die Verbindung zu {network} endet am {until}. Verbinde das Konto vorher noch einmal.',
  },
  NOT_CONNECTED: {
    en: 'This account is not connected. Connect it first.',
    de: 'Dieses Konto ist nicht verbunden. Verbinde es zuerst.',
  },
  NO_ACCOUNT: {
    en: 'This sign-in has no account that can be connected to {network}.',
    de: 'Zu dieser Anmeldung gehört kein Konto, das mit {network} verbunden werden kann.',
  },
} as const satisfies Readonly<Record<string, UserText>>

/** Reason that several networks share. */
export type SharedReason = keyof typeof REASON_TEXTS
