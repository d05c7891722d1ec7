import { invalidPost, type InvalidPostError, type PostIssueInit, type UserText } from '@social/core/platform'

/** User messages for the problems and reasons that only Bluesky has, and for refusals without numbers. */
export const TEXTS = {
  REPLY_RULES_OF_REPLY: {
    en: 'Only the first post of a thread can limit who may reply. Remove this setting from the reply.',
    de: 'Nur der erste Beitrag eines Threads kann festlegen, wer antworten darf. Entferne diese Einstellung bei der Antwort.',
  },
  CAPTIONS_WITHOUT_VIDEO: {
    en: 'Subtitles need a video. Add a video, or remove the subtitles.',
    de: 'Untertitel brauchen ein Video. Füge ein Video hinzu oder entferne die Untertitel.',
  },
  LINK_CARD_WITH_MEDIA: {
    en: 'A post with a link preview can have only one picture. Remove the other files, or the link preview.',
    de: 'Ein Beitrag mit Linkvorschau kann nur ein Bild enthalten. Entferne die anderen Dateien oder die Linkvorschau.',
  },
  LINK_CARD_ADDRESS: {
    en: 'The link of the link preview is not a web address. Enter a complete address.',
    de: 'Der Link der Linkvorschau ist keine Webadresse. Gib eine vollständige Adresse an.',
  },
  LINK_CARD_UNREADABLE: {
    en: 'The linked page cannot be read for the link preview. Enter a title for it, or remove the link preview.',
    de: 'Die verlinkte Seite kann für die Linkvorschau nicht gelesen werden. Gib einen Titel an oder entferne die Linkvorschau.',
  },
  GALLERY_PICTURE_SIZE: {
    en: 'The size of the picture {file} cannot be read. Save it as JPEG, PNG, WebP or GIF, or use at most {limit} pictures.',
    de: 'Die Größe des Bildes {file} ist nicht lesbar. Speichere es als JPEG, PNG, WebP oder GIF, oder verwende höchstens {limit} Bilder.',
  },
  SERVER_FILE: {
    en: 'The server of the account refused a file. Make it smaller, or save it in another format.',
    de: 'Der Server des Kontos hat eine Datei abgelehnt. Verkleinere sie oder speichere sie in einem anderen Format.',
  },
  SERVER_TEXT_TOO_LONG: {
    en: 'The text is too long for Bluesky. Shorten it.',
    de: 'Der Text ist zu lang für Bluesky. Kürze ihn.',
  },
  SERVER_TOO_MANY_FILES: {
    en: 'The server of the account accepts fewer pictures in a post. Use at most 4.',
    de: 'Der Server des Kontos nimmt weniger Bilder in einem Beitrag an. Verwende höchstens 4.',
  },
  EMAIL_FOR_VIDEO: {
    en: 'Bluesky accepts videos only after the e-mail address of the account is confirmed. Confirm it in the settings of the Bluesky app.',
    de: 'Bluesky nimmt Videos erst an, wenn die E-Mail-Adresse des Kontos bestätigt ist. Bestätige sie in den Einstellungen der Bluesky-App.',
  },
  GROUP_NAME: {
    en: 'Only a group can have a name. Remove the name, or add more people.',
    de: 'Nur eine Gruppe kann einen Namen haben. Entferne den Namen oder füge weitere Personen hinzu.',
  },
  GROUP_TOO_LARGE: {
    en: 'A group on Bluesky has at most {limit} members. Remove some people.',
    de: 'Eine Gruppe auf Bluesky hat höchstens {limit} Mitglieder. Entferne einige Personen.',
  },
  MAIN_PASSWORD: {
    en: 'This is the main password of the account. Create an app password in the settings of Bluesky and sign in with it.',
    de: 'Das ist das Hauptpasswort des Kontos. Erstelle in den Einstellungen von Bluesky ein App-Passwort und melde dich damit an.',
  },
  WRONG_PASSWORD: {
    en: 'Bluesky did not accept the name or the app password. Check both and try again.',
    de: 'Bluesky hat den Namen oder das App-Passwort nicht angenommen. Prüfe beides und versuche es noch einmal.',
  },
  SESSION_ENDED: {
    en: 'Bluesky has ended the session. Connect the account again.',
    de: 'Bluesky hat die Sitzung beendet. Verbinde das Konto noch einmal.',
  },
  MESSAGE_ACCESS: {
    en: 'The connection has no access to direct messages. Create an app password that allows direct messages and connect the account with it.',
    de: 'Die Verbindung hat keinen Zugriff auf Direktnachrichten. Erstelle ein App-Passwort, das Direktnachrichten erlaubt, und verbinde das Konto damit.',
  },
  MESSAGES_NOT_WANTED: {
    en: 'This person does not accept messages from this account.',
    de: 'Diese Person nimmt keine Nachrichten von diesem Konto an.',
  },
  ACCOUNT_TOO_NEW: {
    en: 'The account is too new to create groups. Write to each person separately, or wait some days.',
    de: 'Das Konto ist zu neu, um Gruppen zu erstellen. Schreibe jeder Person einzeln oder warte einige Tage.',
  },
  SERVER_OUTDATED: {
    en: 'The server of the account does not support this. Its operator has to update it.',
    de: 'Der Server des Kontos unterstützt das nicht. Sein Betreiber muss ihn aktualisieren.',
  },
} as const satisfies Readonly<Record<string, UserText>>

/** Code of a problem that only Bluesky has. */
export type OwnCode = keyof typeof TEXTS

/** Makes the refusal of a post with a code of Bluesky, which selects the user message. */
export function refusal(
  code: OwnCode,
  message: string,
  issue: Omit<PostIssueInit, 'code' | 'message' | 'userText'>,
): InvalidPostError {
  return invalidPost('bluesky', { ...issue, code, message, userText: TEXTS[code] })
}
