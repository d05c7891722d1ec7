import { invalidPost, type InvalidPostError, type PostIssueInit, type UserText } from '@social/core/platform'

/** User messages for the problems and reasons that only Mastodon has, and for refusals without numbers. */
export const TEXTS = {
  SERVER_PROTECTED: {
    en: 'The Mastodon server refuses programs at the moment. Try again later, or ask the operators of the server.',
    de: 'Der Mastodon-Server lehnt Programme gerade ab. Versuche es später noch einmal oder frage die Betreiber des Servers.',
  },
  FOCAL_POINTS_TOO_MANY: {
    en: 'There are more focal points than files. Remove the extra focal points.',
    de: 'Es gibt mehr Fokuspunkte als Dateien. Entferne die überzähligen Fokuspunkte.',
  },
  PREVIEW_IMAGES_TOO_MANY: {
    en: 'There are more preview images than files. Remove the extra preview images.',
    de: 'Es gibt mehr Vorschaubilder als Dateien. Entferne die überzähligen Vorschaubilder.',
  },
  PREVIEW_IMAGE_OF_PICTURE: {
    en: 'Only videos can have a preview image. Remove the preview image of the picture.',
    de: 'Nur Videos können ein Vorschaubild haben. Entferne das Vorschaubild des Bildes.',
  },
  PREVIEW_IMAGE_TYPE: {
    en: 'The preview image has a format that Mastodon does not accept. Use PNG, JPEG, GIF or WebP.',
    de: 'Mastodon nimmt das Format des Vorschaubilds nicht an. Verwende PNG, JPEG, GIF oder WebP.',
  },
  PREVIEW_IMAGE_TOO_LARGE: {
    en: 'The preview image is too large for this server. Use a smaller picture.',
    de: 'Das Vorschaubild ist zu groß für diesen Server. Verwende ein kleineres Bild.',
  },
  POLL_WITH_QUOTE: {
    en: 'A post on Mastodon cannot have both a poll and a quote. Remove one of them.',
    de: 'Ein Beitrag auf Mastodon kann nicht zugleich eine Umfrage und ein Zitat enthalten. Entferne eins davon.',
  },
  MEDIA_WITH_QUOTE: {
    en: 'A post on Mastodon cannot have both files and a quote. Remove the files or the quote.',
    de: 'Ein Beitrag auf Mastodon kann nicht zugleich Dateien und ein Zitat enthalten. Entferne die Dateien oder das Zitat.',
  },
  MEDIA_WITH_POLL: {
    en: 'This server does not accept files together with a poll. Remove the files or the poll.',
    de: 'Dieser Server nimmt Dateien nicht zusammen mit einer Umfrage an. Entferne die Dateien oder die Umfrage.',
  },
  POLL_TOO_MANY_CHOICES: {
    en: 'The poll has {actual} choices. This server accepts at most {limit}. Remove some.',
    de: 'Die Umfrage hat {actual} Antworten. Dieser Server nimmt höchstens {limit} an. Entferne einige.',
  },
  POLL_SAME_CHOICES: {
    en: 'Two choices of the poll are the same. Change or remove one.',
    de: 'Zwei Antworten der Umfrage sind gleich. Ändere oder entferne eine.',
  },
  POLL_CHOICE_EMPTY: {
    en: 'A choice of the poll is empty. Write a text, or remove the choice.',
    de: 'Eine Antwort der Umfrage ist leer. Schreibe einen Text oder entferne die Antwort.',
  },
  POLL_CHOICE_TOO_LONG: {
    en: 'A choice of the poll is too long: {actual} of {limit} characters. Shorten it.',
    de: 'Eine Antwort der Umfrage ist zu lang: {actual} von {limit} Zeichen. Kürze sie.',
  },
  POLL_DURATION: {
    en: ({ minSeconds, maxSeconds, language }) =>
      `A poll on this server lasts from ${durationText(minSeconds, language)} to ${durationText(maxSeconds, language)}. Choose another duration.`,
    de: ({ minSeconds, maxSeconds, language }) =>
      `Eine Umfrage auf diesem Server dauert ${durationText(minSeconds, language)} bis ${durationText(maxSeconds, language)}. Wähle eine andere Dauer.`,
  },
  POLL_ENDED: {
    en: 'The poll of this post has ended or ends in a few minutes. The post can no longer be edited.',
    de: 'Die Umfrage dieses Beitrags ist beendet oder endet in wenigen Minuten. Der Beitrag kann nicht mehr bearbeitet werden.',
  },
  SCHEDULE_UNKNOWN: {
    en: 'It is not known whether this server can plan posts. It could publish the post immediately. Remove the planned time.',
    de: 'Es ist nicht bekannt, ob dieser Server Beiträge planen kann. Er könnte den Beitrag sofort veröffentlichen. Entferne den geplanten Zeitpunkt.',
  },
  VISIBILITY_OF_PART: {
    en: 'The first part of the thread has its own audience. Choose the audience of every other part too.',
    de: 'Der erste Teil des Threads hat ein eigenes Publikum. Wähle das Publikum auch für jeden weiteren Teil.',
  },
  FILE_NOT_IN_POST: {
    en: 'A changed file is no longer part of the post. Open the post again and repeat the change.',
    de: 'Eine geänderte Datei gehört nicht mehr zum Beitrag. Öffne den Beitrag neu und wiederhole die Änderung.',
  },
  SERVER_TEXT_TOO_LONG: {
    en: 'The text is too long for this server. Shorten it.',
    de: 'Der Text ist zu lang für diesen Server. Kürze ihn.',
  },
  SERVER_FILE_TOO_LARGE: {
    en: 'A file is too large for this server. Make it smaller.',
    de: 'Eine Datei ist zu groß für diesen Server. Verkleinere sie.',
  },
  SERVER_FILE_TYPE: {
    en: 'This server does not accept files of this type. Save the file in another format.',
    de: 'Dieser Server nimmt Dateien dieser Art nicht an. Speichere die Datei in einem anderen Format.',
  },
  SERVER_TOO_MANY_FILES: {
    en: 'The post has too many files for this server. Remove some.',
    de: 'Der Beitrag hat zu viele Dateien für diesen Server. Entferne einige.',
  },
  APP_UNKNOWN: {
    en: 'The server does not know this application. The operator of the application has to register it again.',
    de: 'Der Server kennt diese Anwendung nicht. Der Betreiber der Anwendung muss sie neu registrieren.',
  },
  APPROVAL_PENDING: {
    en: 'The operators of the server have not approved the account yet. Wait for their e-mail.',
    de: 'Die Betreiber des Servers haben das Konto noch nicht freigeschaltet. Warte auf ihre E-Mail.',
  },
  ACCOUNT_DISABLED: {
    en: 'The operators of the server have disabled the account. Sign in on the website of the server to see the reason.',
    de: 'Die Betreiber des Servers haben das Konto deaktiviert. Melde dich auf der Website des Servers an, um den Grund zu sehen.',
  },
  DELETE_NOT_SUPPORTED: {
    en: 'This server did not delete the post. Delete it on the website of the server.',
    de: 'Dieser Server hat den Beitrag nicht gelöscht. Lösche ihn auf der Website des Servers.',
  },
} as const satisfies Readonly<Record<string, UserText>>

/** Code of a problem that only Mastodon has. */
export type OwnCode = keyof typeof TEXTS

/** Duration for people: `5 minutes`, `30 days`. */
function durationText(seconds: unknown, language: string): string {
  const total = typeof seconds === 'number' ? seconds : 0
  const [unit, size] = total >= 172_800 ? (['day', 86_400] as const) : (['minute', 60] as const)
  const value = Math.floor(total / size)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** Makes the refusal of a post with a code of Mastodon, which selects the user message. */
export function refusal(
  code: OwnCode,
  message: string,
  issue: Omit<PostIssueInit, 'code' | 'message' | 'userText'>,
): InvalidPostError {
  return invalidPost('mastodon', { ...issue, code, message, userText: TEXTS[code] })
}
