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
} as const satisfies Readonly<Record<string, UserText>>
