import type { UserText } from '@social/core/platform'

// Messages for people, by code of an issue or by reason. Shared codes and reasons have texts in the library.

/** The picture is smaller than Google accepts. */
export const PICTURE_TOO_SMALL: UserText = {
  en: 'Google accepts pictures from 10 KB to 5 MB. Use a larger picture.',
  de: 'Google nimmt Bilder von 10 KB bis 5 MB an. Verwende ein größeres Bild.',
}

/** Google could not fetch or use the picture. */
export const PICTURE_NOT_FETCHED: UserText = {
  en: 'Google could not use the picture. Use a JPEG or PNG of 10 KB to 5 MB with at least 250 pixels on each side.',
  de: 'Google konnte das Bild nicht verwenden. Nimm ein JPEG oder PNG von 10 KB bis 5 MB mit mindestens 250 Pixeln je Seite.',
}

/** Google rejected a post because of its rules. */
export const POST_REJECTED: UserText = {
  en: 'Google rejected the post because of its rules, for example for a phone number in the text. Change the post.',
  de: 'Google hat den Beitrag wegen seiner Regeln abgelehnt, zum Beispiel wegen einer Telefonnummer im Text. Ändere den Beitrag.',
}

/** The reply is longer than Google accepts. Google counts bytes for reviews, so the text has no numbers. */
export const REPLY_TOO_LONG: UserText = {
  en: 'The answer is too long for Google. Shorten it.',
  de: 'Die Antwort ist zu lang für Google. Kürze sie.',
}

/** Google closed questions and answers. */
export const QUESTIONS_CLOSED: UserText = {
  en: 'Google closed its questions and answers. A question cannot be answered any more.',
  de: 'Google hat seine Fragen und Antworten eingestellt. Eine Frage kann nicht mehr beantwortet werden.',
}

/** The update is neither a review nor a question. */
export const NOT_ANSWERABLE: UserText = {
  en: 'Google has answers to reviews only. This cannot be answered.',
  de: 'Bei Google lassen sich nur Rezensionen beantworten. Hierauf kann man nicht antworten.',
}

/** Only replies to reviews can be changed and deleted. */
export const REVIEWS_ONLY: UserText = {
  en: 'Only the answer to a review can be changed or deleted.',
  de: 'Nur die Antwort auf eine Rezension lässt sich ändern oder löschen.',
}

/** Google closed a method. */
export const METHOD_CLOSED: UserText = {
  en: 'Google no longer offers this.',
  de: 'Google bietet das nicht mehr an.',
}

/** Google refused the credentials of the app. */
export const APP_REFUSED: UserText = {
  en: 'Google does not accept the registration of this application. Its operator has to check it.',
  de: 'Google nimmt die Registrierung dieser Anwendung nicht an. Ihr Betreiber muss sie prüfen.',
}

/** The project was not approved for the API. */
export const APP_NOT_APPROVED: UserText = {
  en: 'Google has not approved this application yet. Its operator has to apply for access.',
  de: 'Google hat diese Anwendung noch nicht freigegeben. Ihr Betreiber muss den Zugang beantragen.',
}

/** A service is not enabled for the project. */
export const SERVICE_OFF: UserText = {
  en: 'A service of Google is not switched on for this application. Its operator has to switch it on.',
  de: 'Ein Dienst von Google ist für diese Anwendung nicht eingeschaltet. Ihr Betreiber muss ihn einschalten.',
}

/** The code of a verification was refused. */
export const PIN_REFUSED: UserText = {
  en: 'Google did not accept the code. Enter the code of the latest message.',
  de: 'Google hat den Code nicht angenommen. Gib den Code aus der neuesten Nachricht ein.',
}

/** Google takes no posts for the location. */
export const POSTS_CLOSED: UserText = {
  en: 'Google accepts no posts for this location from other applications. Publish the post at Google.',
  de: 'Google nimmt für diesen Standort keine Beiträge aus anderen Anwendungen an. Veröffentliche den Beitrag bei Google.',
}

/** The location is not verified. */
export const NOT_VERIFIED: UserText = {
  en: 'Google requires a verified location. Verify the location at Google first.',
  de: 'Google verlangt einen bestätigten Standort. Bestätige den Standort zuerst bei Google.',
}

/** The person lacks permission, or the listing is not verified. */
export const LOCATION_NOT_ALLOWED: UserText = {
  en: 'Google does not allow this for the location. Check at Google whether you manage the location and whether it is verified.',
  de: 'Google erlaubt das für den Standort nicht. Prüfe bei Google, ob du den Standort verwaltest und ob er bestätigt ist.',
}

/** The location was not found. */
export const LOCATION_MOVED: UserText = {
  en: 'Google could not find this. The location may have moved to another account: connect it again.',
  de: 'Google hat das nicht gefunden. Vielleicht gehört der Standort jetzt zu einem anderen Konto: Verbinde ihn noch einmal.',
}

/** Google refused a request that is no post. */
export const REQUEST_REFUSED: UserText = {
  en: 'Google did not accept this. Check the values and try again.',
  de: 'Google hat das nicht angenommen. Prüfe die Angaben und versuche es noch einmal.',
}

/** The Google account has no Business Profile. */
export const NO_PROFILE: UserText = {
  en: 'This Google account has no Business Profile. Sign in with an account that manages a location.',
  de: 'Dieses Google-Konto hat kein Unternehmensprofil. Melde dich mit einem Konto an, das einen Standort verwaltet.',
}

/** The Google account manages no location. */
export const NO_LOCATION: UserText = {
  en: 'This Google account manages no location. Accept invitations at Google first, then sign in again.',
  de: 'Dieses Google-Konto verwaltet keinen Standort. Nimm zuerst Einladungen bei Google an und melde dich dann noch einmal an.',
}

/** Google has no statistics of posts. */
export const NO_POST_INSIGHTS: UserText = {
  en: 'Google has no statistics for single posts, only for the location.',
  de: 'Google hat keine Statistiken für einzelne Beiträge, nur für den Standort.',
}

/** The period of statistics ends before it starts. */
export const PERIOD_INVALID: UserText = {
  en: 'The period ends before it starts. Choose another period.',
  de: 'Der Zeitraum endet vor seinem Anfang. Wähle einen anderen.',
}

/** A link has no button. */
export const BUTTON_REQUIRED: UserText = {
  en: 'The link needs a button. Choose a button, or remove the link.',
  de: 'Der Link braucht eine Schaltfläche. Wähle eine, oder entferne den Link.',
}

/** A button has no link. */
export const BUTTON_LINK_REQUIRED: UserText = {
  en: 'This button needs a link. Enter the address that it opens.',
  de: 'Diese Schaltfläche braucht einen Link. Gib die Adresse ein, die sie öffnet.',
}

/** The link of a button is not accepted. */
export const BUTTON_LINK_INVALID: UserText = {
  en: 'The link of the button must be a complete secure web address. The button for calls takes no link.',
  de: 'Der Link der Schaltfläche muss eine vollständige sichere Webadresse sein. Die Schaltfläche für Anrufe hat keinen Link.',
}

/** The language is not a language tag. */
export const LANGUAGE_INVALID: UserText = {
  en: 'The language must be a code such as en or de-AT.',
  de: 'Die Sprache muss ein Kürzel wie en oder de-AT sein.',
}

/** The kind of post is not supported. */
export const STANDARD_ONLY: UserText = {
  en: 'Only standard posts are possible: no events, offers and alerts. Remove this setting.',
  de: 'Nur Standardbeiträge sind möglich: keine Veranstaltungen, Angebote und Warnungen. Entferne diese Einstellung.',
}

/** Google rejected a reply because of its rules. */
export const REPLY_REJECTED: UserText = {
  en: 'Google rejected the answer because of its rules. Change the text.',
  de: 'Google hat die Antwort wegen seiner Regeln abgelehnt. Ändere den Text.',
}
