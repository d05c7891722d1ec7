import type { UserText } from '@social/core/platform'

/** User messages for problems that only TikTok has, by code or reason. */
export const TEXTS = {
  DRAFT_TEXT: {
    en: 'A draft has no text: you write the caption in the TikTok app. Remove the text, or post directly to the profile.',
    de: 'Ein Entwurf hat keinen Text: Du schreibst ihn in der TikTok-App. Entferne den Text oder poste direkt ins Profil.',
  },
  FILE_EMPTY: {
    en: 'The file {file} is empty. Add it again.',
    de: 'Die Datei {file} ist leer. Füge sie noch einmal hinzu.',
  },
  SETTING_REFUSED: {
    en: 'TikTok refused a setting of this post. Check the settings and try again.',
    de: 'TikTok hat eine Einstellung dieses Beitrags abgelehnt. Prüfe die Einstellungen und versuche es noch einmal.',
  },
  PRIVACY_LEVEL: {
    en: 'TikTok does not offer this audience for your account. Choose another one.',
    de: 'TikTok bietet diese Zielgruppe für dein Konto nicht an. Wähle eine andere.',
  },
  APP_OUTDATED: {
    en: 'Your TikTok app is too old for this post. Update it and try again.',
    de: 'Deine TikTok-App ist zu alt für diesen Beitrag. Aktualisiere sie und versuche es noch einmal.',
  },
  APP_NOT_AUDITED: {
    en: 'TikTok has not yet approved this application for public posts. Set your TikTok account to private and post to yourself only, or ask the operator of this application.',
    de: 'TikTok hat diese Anwendung noch nicht für öffentliche Beiträge freigegeben. Stelle dein TikTok-Konto auf privat und poste nur für dich, oder frage den Betreiber dieser Anwendung.',
  },
  APP_REFUSED: {
    en: 'TikTok does not accept this application. Its operator has to check the setup.',
    de: 'TikTok nimmt diese Anwendung nicht an. Ihr Betreiber muss die Einrichtung prüfen.',
  },
  POST_OF_OTHER_ACCOUNT: {
    en: 'This post belongs to another TikTok account. Choose the account that created it.',
    de: 'Dieser Beitrag gehört zu einem anderen TikTok-Konto. Wähle das Konto, das ihn erstellt hat.',
  },
  PENDING_DRAFTS: {
    en: 'Five drafts are already waiting in the TikTok app. Post or discard some of them, or try again tomorrow.',
    de: 'In der TikTok-App warten schon fünf Entwürfe. Veröffentliche oder verwirf einige davon, oder versuche es morgen noch einmal.',
  },
  APP_DAILY_CAP: {
    en: 'Too many people have posted to TikTok with this application today. Try again tomorrow.',
    de: 'Heute haben schon zu viele Menschen mit dieser Anwendung bei TikTok gepostet. Versuche es morgen noch einmal.',
  },
  FILE_FORMAT: {
    en: 'TikTok cannot read this video. Export it as MP4 with H.264 and post it again.',
    de: 'TikTok kann dieses Video nicht lesen. Exportiere es als MP4 mit H.264 und poste es noch einmal.',
  },
  VIDEO_LENGTH: {
    en: 'The video is too short or too long for your TikTok account. The TikTok app shows the maximum length.',
    de: 'Das Video ist zu kurz oder zu lang für dein TikTok-Konto. Die TikTok-App zeigt die erlaubte Länge.',
  },
  FRAME_RATE: {
    en: 'TikTok accepts videos with 23 to 60 frames per second. Export the video with 30 and post it again.',
    de: 'TikTok nimmt Videos mit 23 bis 60 Bildern pro Sekunde an. Exportiere das Video mit 30 und poste es noch einmal.',
  },
  VIDEO_DIMENSIONS: {
    en: 'TikTok accepts videos with 360 to 4096 pixels on each side. Export the video in such a size and post it again.',
    de: 'TikTok nimmt Videos mit 360 bis 4096 Pixeln je Seite an. Exportiere das Video in einer solchen Größe und poste es noch einmal.',
  },
  BIT_RATE: {
    en: 'TikTok does not accept the bit rate of this video. Export it in a common quality and post it again.',
    de: 'TikTok nimmt die Bitrate dieses Videos nicht an. Exportiere es in einer üblichen Qualität und poste es noch einmal.',
  },
  TIKTOK_FAILED: {
    en: 'TikTok had a problem of its own, and nothing was published. Post the video again.',
    de: 'TikTok hatte selbst ein Problem, und nichts wurde veröffentlicht. Poste das Video noch einmal.',
  },
  PUBLISH_CANCELLED: {
    en: 'The post was cancelled in the TikTok app. Post it again if this was not intended.',
    de: 'Der Beitrag wurde in der TikTok-App abgebrochen. Poste ihn noch einmal, falls das nicht gewollt war.',
  },
} as const satisfies Readonly<Record<string, UserText>>

/** Code or reason that only TikTok has. */
export type OwnReason = keyof typeof TEXTS

/** Reason of TikTok with its user message, for the details of an error. */
export const because = <Reason extends OwnReason>(reason: Reason) => ({ reason, userText: TEXTS[reason] })
