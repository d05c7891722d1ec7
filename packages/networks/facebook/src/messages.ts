import type { UserText } from '@social/core/platform'

/** User messages for problems that only Facebook has. Facts: `network`, `field`, `limit`. */
export const TEXTS = {
  NO_PAGE_ACCESS: {
    en: 'You have no sufficient access to this page. Ask a person with full control of the page for access, turn on two-factor authentication, and connect the page again.',
    de: 'Du hast keinen ausreichenden Zugriff auf diese Seite. Bitte eine Person mit vollem Zugriff darum, schalte die Zwei-Faktor-Authentifizierung ein und verbinde die Seite noch einmal.',
  },
  POSTS_TOO_OFTEN: {
    en: 'This page publishes too often at {network}. Wait some hours, and publish less often.',
    de: 'Diese Seite veröffentlicht bei {network} zu oft. Warte einige Stunden und veröffentliche seltener.',
  },
  IDENTITY_TO_CONFIRM: {
    en: '{network} first needs a confirmation of your identity. The support inbox of the page at {network} has instructions.',
    de: '{network} verlangt zuerst eine Bestätigung deiner Identität. Anweisungen stehen im Support-Postfach der Seite bei {network}.',
  },
  PAGE_NOT_AUTHORIZED: {
    en: '{network} does not let this page publish until you are authorized. The support inbox of the page has instructions.',
    de: '{network} lässt diese Seite erst veröffentlichen, wenn du autorisiert bist. Anweisungen stehen im Support-Postfach der Seite.',
  },
  PICTURE_INVALID: {
    en: '{network} does not accept the picture. Save it as a JPEG or PNG of less than 4 MB.',
    de: '{network} nimmt das Bild nicht an. Speichere es als JPEG oder PNG mit weniger als 4 MB.',
  },
  PICTURES_POSTED: {
    en: 'The pictures already belong to a post. Check the page at {network}, or use other pictures.',
    de: 'Die Bilder gehören schon zu einem Beitrag. Sieh auf der Seite bei {network} nach oder nimm andere Bilder.',
  },
  OWN_LINK: {
    en: '{network} does not accept links to itself. Remove the link.',
    de: '{network} nimmt keine Links auf sich selbst an. Entferne den Link.',
  },
  LINK_INVALID: {
    en: '{network} does not accept the link. Check it.',
    de: '{network} nimmt den Link nicht an. Prüfe ihn.',
  },
  VIDEO_TYPE: {
    en: '{network} does not accept this kind of video. Save it as an MP4.',
    de: '{network} nimmt diese Art von Video nicht an. Speichere es als MP4.',
  },
  REEL_RATIO: {
    en: 'A reel has the ratio 9:16 of width to height. Change the video.',
    de: 'Ein Reel hat das Seitenverhältnis 9:16. Ändere das Video.',
  },
  REEL_RESOLUTION: {
    en: 'The video is too small for a reel. It needs at least 540 by 960 pixels.',
    de: 'Das Video ist zu klein für ein Reel. Es braucht mindestens 540 mal 960 Pixel.',
  },
  REEL_LENGTH: {
    en: 'A reel has 3 to 90 seconds. Change the video.',
    de: 'Ein Reel hat 3 bis 90 Sekunden. Ändere das Video.',
  },
  REEL_FRAME_RATE: {
    en: 'A reel has 24 to 60 frames a second. Save the video with another frame rate.',
    de: 'Ein Reel hat 24 bis 60 Bilder pro Sekunde. Speichere das Video mit einer anderen Bildrate.',
  },
  REEL_ONE_VIDEO: {
    en: 'A reel is exactly one video. Add one video and no other files.',
    de: 'Ein Reel ist genau ein Video. Füge ein Video und keine anderen Dateien hinzu.',
  },
  STORY_ONE_FILE: {
    en: 'A story is exactly one picture or video. Add one file.',
    de: 'Eine Story ist genau ein Bild oder Video. Füge eine Datei hinzu.',
  },
  STORY_WITH_TEXT: {
    en: 'A story has no text. Remove the text, or write it into the picture.',
    de: 'Eine Story hat keinen Text. Entferne den Text oder schreibe ihn in das Bild.',
  },
  NOT_IN_STORIES: {
    en: '{field} is not possible in a story. Remove it.',
    de: '{field} ist in einer Story nicht möglich. Entferne es.',
  },
  STORY_SCHEDULED: {
    en: 'A story cannot be planned. Publish it at that time.',
    de: 'Eine Story kann nicht geplant werden. Veröffentliche sie zu diesem Zeitpunkt.',
  },
  LINK_WITH_FILES: {
    en: 'A separate link is only possible without files. Write the link into the text, or remove the files.',
    de: 'Ein eigener Link ist nur ohne Dateien möglich. Schreibe den Link in den Text oder entferne die Dateien.',
  },
  BUTTON_WITHOUT_LINK: {
    en: 'A button needs a link. Add a link, or remove the button.',
    de: 'Eine Schaltfläche braucht einen Link. Füge einen Link hinzu oder entferne die Schaltfläche.',
  },
  TITLE_WITHOUT_VIDEO: {
    en: 'Only a video has a title. Remove the title, or write it into the text.',
    de: 'Nur ein Video hat einen Titel. Entferne den Titel oder schreibe ihn in den Text.',
  },
  PLACE_WITH_VIDEO: {
    en: 'A video in the feed has no place. Publish it as a reel, or remove the place.',
    de: 'Ein Video im Feed hat keinen Ort. Veröffentliche es als Reel oder entferne den Ort.',
  },
  COMMENT_FILES: {
    en: 'A comment at {network} accepts one picture from a public address and no other files.',
    de: 'Ein Kommentar bei {network} nimmt ein Bild von einer öffentlichen Adresse und keine anderen Dateien an.',
  },
  VIDEO_NOT_PROCESSED: {
    en: '{network} could not process the video. Export it again as an MP4 and try again.',
    de: '{network} konnte das Video nicht verarbeiten. Speichere es noch einmal als MP4 und versuche es wieder.',
  },
  VIDEO_NOT_PUBLISHED: {
    en: '{network} processed the video but did not publish it. Check the support inbox of the page, then try again.',
    de: '{network} hat das Video verarbeitet, aber nicht veröffentlicht. Sieh im Support-Postfach der Seite nach und versuche es dann noch einmal.',
  },
  VIDEO_UPLOAD_FAILED: {
    en: 'The upload of the video to {network} failed. Try again.',
    de: 'Das Hochladen des Videos zu {network} ist fehlgeschlagen. Versuche es noch einmal.',
  },
  FETCH_TIMEOUT: {
    en: '{network} is still downloading the video. Try again in a few minutes.',
    de: '{network} lädt das Video noch herunter. Versuche es in einigen Minuten noch einmal.',
  },
  NO_PAGE: {
    en: 'You manage no page at {network}, or you selected none. Connect again and select a page.',
    de: 'Du verwaltest keine Seite bei {network} oder hast keine ausgewählt. Verbinde dich noch einmal und wähle eine Seite.',
  },
  PAGE_NOT_SELECTED: {
    en: 'This page does not belong to you, or you did not select it. Connect again and select it.',
    de: 'Diese Seite gehört nicht zu dir oder du hast sie nicht ausgewählt. Verbinde dich noch einmal und wähle sie aus.',
  },
  OWN_COMMENT: {
    en: 'Your own comment cannot be hidden. Delete it instead.',
    de: 'Deinen eigenen Kommentar kannst du nicht verbergen. Lösche ihn stattdessen.',
  },
  UPDATE_NOT_A_COMMENT: {
    en: 'This is only possible with a comment.',
    de: 'Das geht nur mit einem Kommentar.',
  },
} as const satisfies Readonly<Record<string, UserText>>
