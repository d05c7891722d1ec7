import type { UserText } from '@social/core/platform'

/** User messages for problems that only TikTok Business has, by code or reason. */
export const TEXTS = {
  REPLY_REFUSED: {
    en: 'TikTok refused the reply. Change its text and try again.',
    de: 'TikTok hat die Antwort abgelehnt. Ändere den Text und versuche es noch einmal.',
  },
  APP_REFUSED: {
    en: 'TikTok does not accept this application. Its operator has to check the setup.',
    de: 'TikTok nimmt diese Anwendung nicht an. Ihr Betreiber muss die Einrichtung prüfen.',
  },
  APPROVAL_MISSING: {
    en: 'TikTok does not allow this for the application, the account or the country. The operator of this application has to check the approvals.',
    de: 'TikTok erlaubt das für die Anwendung, das Konto oder das Land nicht. Der Betreiber dieser Anwendung muss die Freigaben prüfen.',
  },
  UPDATE_NOT_A_COMMENT: {
    en: 'This entry is not a comment on TikTok, so this is not possible here.',
    de: 'Dieser Eintrag ist kein Kommentar bei TikTok. Deshalb geht das hier nicht.',
  },
  COMMENT_OF_OTHERS: {
    en: 'TikTok deletes only your own comments. You can hide the others.',
    de: 'Bei TikTok kannst du nur deine eigenen Kommentare löschen. Andere kannst du ausblenden.',
  },
  NO_ACCOUNT_INSIGHTS: {
    en: 'TikTok has no statistics of the whole account here. Choose a video.',
    de: 'TikTok bietet hier keine Statistik des ganzen Kontos. Wähle ein Video.',
  },
  TOTALS_ONLY: {
    en: 'TikTok has only totals since the video was published. Remove the period.',
    de: 'TikTok hat nur Summen seit der Veröffentlichung des Videos. Entferne den Zeitraum.',
  },
} as const satisfies Readonly<Record<string, UserText>>

/** Code or reason that only TikTok Business has. */
export type OwnReason = keyof typeof TEXTS

/** Reason of TikTok Business with its user message, for the details of an error. */
export const because = (reason: OwnReason) => ({ reason, userText: TEXTS[reason] })
