import { invalidPost, type InvalidPostError, type PostIssueInit, type UserText } from '@social/core/platform'

/** User messages for the problems and reasons that only X has, and for refusals without numbers. */
export const TEXTS = {
  MEDIA_WITH_POLL: {
    en: 'A post on X cannot have both files and a poll. Remove the files or the poll.',
    de: 'Ein Beitrag auf X kann nicht zugleich Dateien und eine Umfrage enthalten. Entferne die Dateien oder die Umfrage.',
  },
  MEDIA_WITH_QUOTE: {
    en: 'A post on X cannot have both files and a quote. Remove the files or the quote.',
    de: 'Ein Beitrag auf X kann nicht zugleich Dateien und ein Zitat enthalten. Entferne die Dateien oder das Zitat.',
  },
  FOLLOWERS_WITHOUT_COMMUNITY: {
    en: 'Only a post in a community can also be shown to followers. Choose a community.',
    de: 'Nur ein Beitrag in einer Community kann zusätzlich den Followern gezeigt werden. Wähle eine Community.',
  },
  TAGS_WITHOUT_MEDIA: {
    en: 'People can only be tagged in a file. Add a picture, or remove the tags.',
    de: 'Personen können nur in einer Datei markiert werden. Füge ein Bild hinzu oder entferne die Markierungen.',
  },
  NO_ACCOUNT_INSIGHTS: {
    en: 'X has no statistics of the whole account here. Choose a post.',
    de: 'X bietet hier keine Statistik des ganzen Kontos. Wähle einen Beitrag.',
  },
  TOTALS_ONLY: {
    en: 'X has only totals since the post was published. Remove the period.',
    de: 'X hat nur Summen seit der Veröffentlichung des Beitrags. Entferne den Zeitraum.',
  },
  NOT_ANSWERABLE: {
    en: 'This entry cannot be answered on X. Choose a mention.',
    de: 'Auf diesen Eintrag kann man bei X nicht antworten. Wähle eine Erwähnung.',
  },
  ONE_VIDEO_OR_GIF: {
    en: 'A post on X has up to 4 pictures, or one video, or one GIF. Remove the other files.',
    de: 'Ein Beitrag auf X enthält bis zu 4 Bilder oder ein Video oder ein GIF. Entferne die anderen Dateien.',
  },
  FILE_EMPTY: {
    en: 'The file {file} is empty. Add it again.',
    de: 'Die Datei {file} ist leer. Füge sie noch einmal hinzu.',
  },
  MESSAGE_EMPTY: {
    en: 'The message is empty. Write a text.',
    de: 'Die Nachricht ist leer. Schreibe einen Text.',
  },
  TOO_MANY_PEOPLE: {
    en: 'A conversation on X can start with at most {limit} people. Remove some.',
    de: 'Eine Unterhaltung auf X kann mit höchstens {limit} Personen beginnen. Entferne einige.',
  },
  SERVER_TEXT_TOO_LONG: {
    en: 'The text is too long for this account. Shorten it. Longer texts require X Premium.',
    de: 'Der Text ist zu lang für dieses Konto. Kürze ihn. Längere Texte erfordern X Premium.',
  },
  CASHTAGS: {
    en: 'X accepts at most one cashtag in a post. Remove the others.',
    de: 'X nimmt höchstens ein Cashtag in einem Beitrag an. Entferne die anderen.',
  },
  LINK_INVALID: {
    en: 'X does not accept a link in the text. Correct it, or remove it.',
    de: 'X nimmt einen Link im Text nicht an. Korrigiere oder entferne ihn.',
  },
  VIDEO_NEEDS_PREMIUM: {
    en: 'The video is too long for this account. Shorten it. Longer videos require X Premium.',
    de: 'Das Video ist zu lang für dieses Konto. Kürze es. Längere Videos erfordern X Premium.',
  },
  ACCOUNT_LOCKED: {
    en: 'X has locked the account temporarily. Sign in at X and follow its instructions.',
    de: 'X hat das Konto vorübergehend gesperrt. Melde dich bei X an und folge den Anweisungen.',
  },
  SUSPENDED: {
    en: 'X has suspended the account. Sign in at X and appeal the suspension.',
    de: 'X hat das Konto gesperrt. Melde dich bei X an und lege Widerspruch gegen die Sperre ein.',
  },
  CREDITS: {
    en: 'X accepts no requests because the prepaid credit of this application is used up. Its operator has to buy new credit.',
    de: 'X nimmt keine Anfragen an, weil das Guthaben dieser Anwendung aufgebraucht ist. Ihr Betreiber muss es aufladen.',
  },
  PLAN: {
    en: 'The plan of this application at X does not include this. Its operator has to check the plan.',
    de: 'Der Tarif dieser Anwendung bei X umfasst das nicht. Ihr Betreiber muss den Tarif prüfen.',
  },
  USAGE_CAP: {
    en: 'This application has used up its requests at X for the current billing period. Its operator can raise the limit.',
    de: 'Diese Anwendung hat ihre Anfragen bei X für den laufenden Abrechnungszeitraum verbraucht. Ihr Betreiber kann das Limit erhöhen.',
  },
  DAILY_POSTS: {
    en: 'X accepts no more posts from this account today. Try again tomorrow.',
    de: 'X nimmt heute keine weiteren Beiträge von diesem Konto an. Versuche es morgen noch einmal.',
  },
  SIGN_IN_REFUSED: {
    en: 'X did not accept the sign-in. Connect the account again. If this does not help, the operator of this application has to check its settings at X.',
    de: 'X hat die Anmeldung nicht angenommen. Verbinde das Konto noch einmal. Hilft das nicht, muss der Betreiber dieser Anwendung ihre Einstellungen bei X prüfen.',
  },
  REPLY_NOT_ALLOWED: {
    en: 'X does not allow this reply. An application may only reply to people who mentioned or quoted the account. Reply in the app of X instead.',
    de: 'X erlaubt diese Antwort nicht. Eine Anwendung darf nur Personen antworten, die das Konto erwähnt oder zitiert haben. Antworte stattdessen in der App von X.',
  },
  QUOTE_NOT_ALLOWED: {
    en: 'The plan of this application at X does not include quotes. Remove the quote and add the link of the post to the text.',
    de: 'Der Tarif dieser Anwendung bei X umfasst keine Zitate. Entferne das Zitat und füge den Link des Beitrags in den Text ein.',
  },
  LIKE_NOT_ALLOWED: {
    en: 'The plan of this application at X does not include likes. Like the post in the app of X.',
    de: 'Der Tarif dieser Anwendung bei X umfasst keine Likes. Like den Beitrag in der App von X.',
  },
  MESSAGE_NOT_ALLOWED: {
    en: 'X refused the message. The person accepts no messages from this account, or a permission is missing. Connect the account again and allow everything that is requested.',
    de: 'X hat die Nachricht abgelehnt. Die Person nimmt keine Nachrichten von diesem Konto an, oder eine Berechtigung fehlt. Verbinde das Konto noch einmal und erlaube alles, worum gebeten wird.',
  },
  POST_NOT_ALLOWED: {
    en: 'X does not allow this post. Make the text or the file shorter. If this does not help, connect the account again and allow everything that is requested.',
    de: 'X erlaubt diesen Beitrag nicht. Kürze den Text oder verkleinere die Datei. Hilft das nicht, verbinde das Konto noch einmal und erlaube alles, worum gebeten wird.',
  },
} as const satisfies Readonly<Record<string, UserText>>

/** Code of a problem that only X has. */
export type OwnCode = keyof typeof TEXTS

/** Makes the refusal of a post with a code of X, which selects the user message. */
export function refusal(
  code: OwnCode,
  message: string,
  issue: Omit<PostIssueInit, 'code' | 'message' | 'userText'>,
): InvalidPostError {
  return invalidPost('x', { ...issue, code, message, userText: TEXTS[code] })
}
