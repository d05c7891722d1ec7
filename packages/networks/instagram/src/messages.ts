import type { UserText } from '@social/core/platform'

/** User messages for problems that only Instagram has. Facts: `network`, `field`, `limit`, `actual`, `name`. */
export const TEXTS = {
  TEXT_TOO_LONG: {
    en: 'The text is too long for {network}: at most {limit} characters.',
    de: 'Der Text ist zu lang für {network}: höchstens {limit} Zeichen.',
  },
  TOO_MANY_HASHTAGS: {
    en: 'The text has {actual} hashtags. {network} accepts at most {limit}. Remove some.',
    de: 'Der Text hat {actual} Hashtags. {network} nimmt höchstens {limit} an. Entferne einige.',
  },
  STORY_WITH_TEXT: {
    en: 'A story at {network} has no text. Remove the text, or write it into the picture.',
    de: 'Eine Story bei {network} hat keinen Text. Entferne den Text oder schreibe ihn in das Bild.',
  },
  STORY_ONE_FILE: {
    en: 'A story at {network} is one picture or one video. Publish the files one after the other.',
    de: 'Eine Story bei {network} besteht aus einem Bild oder einem Video. Veröffentliche die Dateien nacheinander.',
  },
  REEL_ONE_VIDEO: {
    en: 'A reel at {network} is exactly one video. Remove the other files, or choose another placement.',
    de: 'Ein Reel bei {network} ist genau ein Video. Entferne die anderen Dateien oder wähle eine andere Platzierung.',
  },
  ONLY_FOR_REELS: {
    en: '{field} is only for reels. Remove it, or publish one video.',
    de: '{field} gibt es nur für Reels. Entferne es oder veröffentliche ein einzelnes Video.',
  },
  NOT_IN_STORIES: {
    en: '{field} is not possible in a story. Remove it.',
    de: '{field} ist in einer Story nicht möglich. Entferne es.',
  },
  TWO_COVERS: {
    en: 'A reel has one cover. Choose either a cover picture or a moment of the video.',
    de: 'Ein Reel hat ein Titelbild. Wähle entweder ein Bild oder einen Moment des Videos.',
  },
  TAG_POSITION_REQUIRED: {
    en: 'Choose the place of {name} in the picture.',
    de: 'Wähle die Stelle von {name} im Bild.',
  },
  TAG_POSITION_IN_VIDEO: {
    en: 'A person in a video has no place. Remove the place of {name}.',
    de: 'Eine Person in einem Video hat keine Stelle. Entferne die Stelle von {name}.',
  },
  TAG_PICTURE_REQUIRED: {
    en: 'The post has several files. Choose the picture that shows {name}.',
    de: 'Der Beitrag hat mehrere Dateien. Wähle das Bild, auf dem {name} zu sehen ist.',
  },
  TAG_WITHOUT_PICTURE: {
    en: 'There is no picture at the chosen place for {name}. Choose one of the pictures of the post.',
    de: 'An der gewählten Stelle gibt es kein Bild für {name}. Wähle eines der Bilder des Beitrags.',
  },
  FILE_TOO_LARGE: {
    en: 'The picture is too large for {network}: at most 8 MB.',
    de: 'Das Bild ist zu groß für {network}: höchstens 8 MB.',
  },
  PICTURE_TYPE: {
    en: '{network} does not accept this kind of picture. Save it as a JPEG.',
    de: '{network} nimmt diese Art von Bild nicht an. Speichere es als JPEG.',
  },
  VIDEO_TYPE: {
    en: '{network} cannot process this video. Save it as an MP4 with 3 seconds to 15 minutes and at most 300 MB.',
    de: '{network} kann dieses Video nicht verarbeiten. Speichere es als MP4 mit 3 Sekunden bis 15 Minuten und höchstens 300 MB.',
  },
  COVER_AFTER_END: {
    en: 'The moment for the cover is after the end of the video. Choose an earlier one.',
    de: 'Der Moment für das Titelbild liegt nach dem Ende des Videos. Wähle einen früheren.',
  },
  CAROUSEL_INVALID: {
    en: '{network} does not accept the files of this post, or the people in them. Check both.',
    de: '{network} nimmt die Dateien dieses Beitrags oder die Personen darin nicht an. Prüfe beides.',
  },
  LOCATION_INVALID: {
    en: '{network} does not know this location. Choose another one.',
    de: '{network} kennt diesen Ort nicht. Wähle einen anderen.',
  },
  NO_TRIAL_REELS: {
    en: 'This account cannot publish trial reels. Publish it as a normal reel.',
    de: 'Dieses Konto kann keine Test-Reels veröffentlichen. Veröffentliche es als normales Reel.',
  },
  NOT_READY: {
    en: '{network} is still processing the post. Try again in half a minute.',
    de: '{network} verarbeitet den Beitrag noch. Versuche es in einer halben Minute noch einmal.',
  },
  PRIVATE_REPLY_SENT: {
    en: 'This comment already has a private reply. Reply publicly.',
    de: 'Dieser Kommentar hat schon eine private Antwort. Antworte öffentlich.',
  },
  PRIVATE_REPLY_TOO_LATE: {
    en: 'The comment is older than 7 days. Reply publicly.',
    de: 'Der Kommentar ist älter als 7 Tage. Antworte öffentlich.',
  },
  MESSAGES_CLOSED: {
    en: 'This person cannot receive messages. Reply to the comment publicly.',
    de: 'Diese Person kann keine Nachrichten empfangen. Antworte öffentlich auf den Kommentar.',
  },
  OWN_COMMENT: {
    en: 'This is your own comment. A private reply is only possible for comments of other people.',
    de: 'Das ist dein eigener Kommentar. Privat antworten kannst du nur auf Kommentare anderer.',
  },
  OWN_COMMENT_VISIBLE: {
    en: 'Your own comment cannot be hidden. Delete it instead.',
    de: 'Deinen eigenen Kommentar kannst du nicht verbergen. Lösche ihn stattdessen.',
  },
  LIVE_COMMENT: {
    en: 'Reply to comments on a live video in the {network} app during the broadcast.',
    de: 'Auf Kommentare zu einem Livevideo antwortest du während der Übertragung in der {network}-App.',
  },
  MESSAGE_LENGTH: {
    en: 'A message at {network} has 1 to {limit} bytes. This one has {actual}.',
    de: 'Eine Nachricht bei {network} hat 1 bis {limit} Bytes. Diese hat {actual}.',
  },
  PERSONAL_ACCOUNT: {
    en: 'This is a personal account. Change it to a professional account in the settings of the {network} app. Then connect it again.',
    de: 'Das ist ein privates Konto. Stelle es in den Einstellungen der {network}-App auf ein professionelles Konto um. Verbinde es dann noch einmal.',
  },
  TOO_FEW_VIEWERS: {
    en: '{network} shows statistics of this post only after more people have seen it.',
    de: '{network} zeigt Statistiken zu diesem Beitrag erst, wenn ihn mehr Menschen gesehen haben.',
  },
  UPDATE_NOT_A_COMMENT: {
    en: 'This is only possible with a comment.',
    de: 'Das geht nur mit einem Kommentar.',
  },
} as const satisfies Readonly<Record<string, UserText>>
