import type { UserText } from '@social/core/platform'

/** User messages for problems that only YouTube has, by code or reason. */
export const TEXTS = {
  ANGLE_BRACKETS: {
    en: 'YouTube accepts no < and > in the description. Remove them.',
    de: 'YouTube nimmt in der Beschreibung kein < und > an. Entferne sie.',
  },
  SCHEDULE_NEEDS_PRIVATE: {
    en: 'YouTube publishes only private videos at a planned time. Set the visibility to private, or remove the time.',
    de: 'YouTube veröffentlicht nur private Videos zu einem geplanten Zeitpunkt. Stelle die Sichtbarkeit auf privat oder entferne den Zeitpunkt.',
  },
  DESCRIPTION_REFUSED: {
    en: 'YouTube refused the description. Shorten it, and remove < and >.',
    de: 'YouTube hat die Beschreibung abgelehnt. Kürze sie und entferne < und >.',
  },
  TIME_REFUSED: {
    en: 'YouTube refused the planned time. Choose another one.',
    de: 'YouTube hat den geplanten Zeitpunkt abgelehnt. Wähle einen anderen.',
  },
  VIDEO_REFUSED: {
    en: 'YouTube refused the details of this video. Check them and try again.',
    de: 'YouTube hat die Angaben zu diesem Video abgelehnt. Prüfe sie und versuche es noch einmal.',
  },
  COMMENT_REFUSED: {
    en: 'YouTube refused the comment. Change its text and try again.',
    de: 'YouTube hat den Kommentar abgelehnt. Ändere den Text und versuche es noch einmal.',
  },
  NO_CHANNEL: {
    en: 'This Google account has no YouTube channel. Create one at YouTube, then connect the account again.',
    de: 'Dieses Google-Konto hat keinen YouTube-Kanal. Lege bei YouTube einen an und verbinde das Konto dann noch einmal.',
  },
  API_DISABLED: {
    en: 'YouTube is not switched on for this application. Its operator has to check the setup.',
    de: 'YouTube ist für diese Anwendung nicht eingeschaltet. Ihr Betreiber muss die Einrichtung prüfen.',
  },
  APP_REFUSED: {
    en: 'Google does not accept this application. Its operator has to check the setup.',
    de: 'Google nimmt diese Anwendung nicht an. Ihr Betreiber muss die Einrichtung prüfen.',
  },
  COMMENTS_OFF: {
    en: 'Comments are turned off for this video. You can turn them on in YouTube Studio.',
    de: 'Für dieses Video sind Kommentare ausgeschaltet. Du kannst sie in YouTube Studio einschalten.',
  },
  FILE_UNREADABLE_VIDEO: {
    en: 'YouTube cannot read this file as a video. Export it as MP4 with H.264 and upload it again.',
    de: 'YouTube kann diese Datei nicht als Video lesen. Exportiere sie als MP4 mit H.264 und lade sie noch einmal hoch.',
  },
  FILE_EMPTY: {
    en: 'The file was empty. Upload it again.',
    de: 'Die Datei war leer. Lade sie noch einmal hoch.',
  },
  FILE_TOO_SMALL: {
    en: 'The file is too small for a video. Check it and upload it again.',
    de: 'Die Datei ist zu klein für ein Video. Prüfe sie und lade sie noch einmal hoch.',
  },
  UPLOAD_INCOMPLETE: {
    en: 'The upload was not completed. Upload the video again.',
    de: 'Das Hochladen wurde nicht beendet. Lade das Video noch einmal hoch.',
  },
  VIDEO_LENGTH: {
    en: 'The video is too long for this channel. Verify the channel at YouTube, or shorten the video.',
    de: 'Das Video ist zu lang für diesen Kanal. Bestätige den Kanal bei YouTube oder kürze das Video.',
  },
  TRADEMARK: {
    en: 'YouTube found content that is protected as a trademark. Use other content.',
    de: 'YouTube hat markenrechtlich geschützten Inhalt gefunden. Verwende anderen.',
  },
  LEGAL: {
    en: 'YouTube rejected the video for legal reasons. YouTube Studio shows the details.',
    de: 'YouTube hat das Video aus rechtlichen Gründen abgelehnt. YouTube Studio zeigt Einzelheiten.',
  },
  VIDEO_REJECTED: {
    en: 'YouTube rejected the video. YouTube Studio shows the reason.',
    de: 'YouTube hat das Video abgelehnt. YouTube Studio zeigt den Grund.',
  },
  PERIOD_INVALID: {
    en: 'The period of the statistics ends before it starts. Choose other dates.',
    de: 'Der Zeitraum der Statistik endet, bevor er beginnt. Wähle andere Tage.',
  },
  UPDATE_NOT_A_COMMENT: {
    en: 'This entry is not a comment on YouTube, so this is not possible here.',
    de: 'Dieser Eintrag ist kein Kommentar bei YouTube. Deshalb geht das hier nicht.',
  },
  COMMENT_OF_OTHERS: {
    en: 'YouTube deletes only your own comments. You can hide the others.',
    de: 'Bei YouTube kannst du nur deine eigenen Kommentare löschen. Andere kannst du ausblenden.',
  },
  VIDEO_GONE: {
    en: 'The video no longer exists at YouTube, or only another channel can see it.',
    de: 'Das Video gibt es bei YouTube nicht mehr, oder nur ein anderer Kanal kann es sehen.',
  },
} as const satisfies Readonly<Record<string, UserText>>

/** Code or reason that only YouTube has. */
type OwnReason = keyof typeof TEXTS

/** Reason of YouTube with its user message, for the details of an error. */
export const because = <Reason extends OwnReason>(reason: Reason) => ({ reason, userText: TEXTS[reason] })

/** Code of YouTube with its user message, for an issue. */
export const issueOf = <Code extends OwnReason>(code: Code) => ({ code, userText: TEXTS[code] })
