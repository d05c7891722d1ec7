import type { UserText } from '@social/core/platform'

// Messages for people, by code of an issue or by reason. Shared codes and reasons have texts in the library.

/** The pin has no board, and the connection stores none. */
export const BOARD_REQUIRED: UserText = {
  en: 'Choose a board for this pin.',
  de: 'Wähle ein Board für diesen Pin.',
}

/** Pinterest did not find the board or the section. */
export const BOARD_NOT_FOUND: UserText = {
  en: 'The chosen board or section no longer exists at Pinterest. Choose another one.',
  de: 'Das gewählte Board oder den Abschnitt gibt es bei Pinterest nicht mehr. Wähle ein anderes.',
}

/** The account is not allowed to use the board or the pin. */
export const BOARD_NOT_ALLOWED: UserText = {
  en: 'The account is not allowed to use this board or pin. Choose a board of the account.',
  de: 'Das Konto darf dieses Board oder diesen Pin nicht verwenden. Wähle ein Board des Kontos.',
}

/** Some pictures are links, and some are files. */
export const PICTURES_MIXED: UserText = {
  en: 'A pin takes either links to pictures or picture files. Add all pictures in the same way.',
  de: 'Ein Pin nimmt entweder Links zu Bildern oder Bilddateien an. Füge alle Bilder auf dieselbe Art hinzu.',
}

/** Pinterest refused the picture, usually because it is too small. */
export const PICTURE_REFUSED: UserText = {
  en: 'Pinterest does not accept this picture. Use a larger picture as JPEG or PNG.',
  de: 'Pinterest nimmt dieses Bild nicht an. Verwende ein größeres Bild als JPEG oder PNG.',
}

/** A cover was given for pictures. */
export const COVER_WITHOUT_VIDEO: UserText = {
  en: 'Only a video has a cover. Remove the setting "{field}", or add a video.',
  de: 'Nur ein Video hat ein Titelbild. Entferne die Einstellung „{field}“ oder füge ein Video hinzu.',
}

/** Two covers were given. */
export const TWO_COVERS: UserText = {
  en: 'Choose either a picture or a moment of the video as the cover, not both.',
  de: 'Wähle als Titelbild entweder ein Bild oder eine Stelle im Video, nicht beides.',
}

/** Pinterest requires a cover. */
export const COVER_REQUIRED: UserText = {
  en: 'The video needs a cover. Choose a picture or a moment of the video.',
  de: 'Das Video braucht ein Titelbild. Wähle ein Bild oder eine Stelle im Video.',
}

/** Pinterest could not process the video. */
export const VIDEO_FAILED: UserText = {
  en: 'Pinterest could not process the video. Export it as MP4 with 4 seconds to 15 minutes, and post it again.',
  de: 'Pinterest konnte das Video nicht verarbeiten. Speichere es als MP4 mit 4 Sekunden bis 15 Minuten Länge und poste es noch einmal.',
}

/** The uploaded video is gone, or did not arrive. */
export const VIDEO_LOST: UserText = {
  en: 'The video did not arrive at Pinterest. Post it again.',
  de: 'Das Video ist nicht bei Pinterest angekommen. Poste es noch einmal.',
}

/** The app has Trial access. */
export const TRIAL_ACCESS: UserText = {
  en: 'Pinterest does not let this application create public pins yet. Its operator has to request access.',
  de: 'Pinterest lässt diese Anwendung noch keine öffentlichen Pins anlegen. Ihr Betreiber muss den Zugang beantragen.',
}

/** The app is not allowed to change pins. */
export const EDIT_NOT_OPEN: UserText = {
  en: 'Pinterest does not let this application change pins. Delete the pin and create it again.',
  de: 'Pinterest lässt diese Anwendung keine Pins ändern. Lösche den Pin und lege ihn neu an.',
}

/** The name of a section has a wrong length. */
export const SECTION_NAME: UserText = {
  en: 'The name of a section must have 1 to {limit} characters. Change it.',
  de: 'Der Name eines Abschnitts muss 1 bis {limit} Zeichen haben. Ändere ihn.',
}

/** Pinterest refused a request that creates no pin, for example a board whose name exists. */
export const REQUEST_REFUSED: UserText = {
  en: 'Pinterest did not accept this. Check the values, for example whether the name is already used.',
  de: 'Pinterest hat das nicht angenommen. Prüfe die Angaben, zum Beispiel ob es den Namen schon gibt.',
}

/** The board stored with the connection or in the post is not a board id. */
export const BOARD_INVALID: UserText = {
  en: 'This board cannot be used. Choose a board of the account.',
  de: 'Dieses Board kann nicht verwendet werden. Wähle ein Board des Kontos.',
}

/** The section is not a section id. */
export const SECTION_INVALID: UserText = {
  en: 'This section cannot be used. Choose a section of the board.',
  de: 'Dieser Abschnitt kann nicht verwendet werden. Wähle einen Abschnitt des Boards.',
}

/** The title has a wrong length, or an incomplete character. */
export const TITLE_INVALID: UserText = {
  en: 'The title must have 1 to 100 characters. Change it.',
  de: 'Der Titel muss 1 bis 100 Zeichen haben. Ändere ihn.',
}

/** The link is no web address, or too long. */
export const LINK_INVALID: UserText = {
  en: 'The link must be a web address with at most 2,048 characters. Change it.',
  de: 'Der Link muss eine Webadresse mit höchstens 2.048 Zeichen sein. Ändere ihn.',
}

/** The image description has a wrong length, or an incomplete character. */
export const ALT_TEXT_INVALID: UserText = {
  en: 'The image description must have 1 to 500 characters. Change it.',
  de: 'Die Bildbeschreibung muss 1 bis 500 Zeichen haben. Ändere sie.',
}

/** The colour is not in the form that Pinterest accepts. */
export const COLOUR_INVALID: UserText = {
  en: 'Choose a colour such as #6E7874.',
  de: 'Wähle eine Farbe wie #6E7874.',
}

/** The address of the cover is no web address. */
export const COVER_INVALID: UserText = {
  en: 'The cover must be the web address of a picture.',
  de: 'Das Titelbild muss die Webadresse eines Bildes sein.',
}

/** The moment of the cover is not a whole number of seconds. */
export const COVER_TIME_INVALID: UserText = {
  en: 'The moment of the cover must be a whole number of seconds, 0 or more.',
  de: 'Die Stelle des Titelbilds muss eine ganze Zahl von Sekunden sein, mindestens 0.',
}

/** The requested statistics are too old. */
export const INSIGHTS_TOO_OLD: UserText = {
  en: 'Pinterest has statistics of the last {limit} days only. Choose a period within them.',
  de: 'Pinterest hat nur Statistiken der letzten {limit} Tage. Wähle einen Zeitraum darin.',
}
