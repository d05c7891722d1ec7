import type { ShownFacts as Facts, UserText } from './template.js'

/** Chooses a word by a number: `plural(1, 'file', 'files')`. */
const plural = (count: unknown, one: string, many: string): string => (count === 1 ? one : many)

const number = (value: unknown, language: string): string =>
  typeof value === 'number' ? value.toLocaleString(language) : String(value)

/** Size in bytes for people: `2 GB`. Networks state limits in powers of 1024. */
function sizeText(bytes: unknown, language: string): string {
  if (typeof bytes !== 'number') return ''
  const [unit, size] = (
    [
      ['GB', 1024 ** 3],
      ['MB', 1024 ** 2],
      ['KB', 1024],
    ] as const
  ).find(([, unitBytes]) => bytes >= unitBytes) ?? ['bytes', 1]
  return `${(bytes / size).toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`
}

/** Duration of a video for people: `15 min`, `90 s`. */
function lengthText(seconds: unknown, language: string): string {
  if (typeof seconds !== 'number') return ''
  const [value, unit] = seconds >= 120 && seconds % 60 === 0 ? [seconds / 60, 'min'] : [seconds, 's']
  return `${value.toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`
}

const kindEn = (kind: unknown, count: unknown): string =>
  kind === 'VIDEO'
    ? plural(count, 'video', 'videos')
    : kind === 'IMAGE'
      ? plural(count, 'picture', 'pictures')
      : kind === 'DOCUMENT'
        ? plural(count, 'document', 'documents')
        : plural(count, 'file', 'files')
const kindDe = (kind: unknown, count: unknown): string =>
  kind === 'VIDEO'
    ? plural(count, 'Video', 'Videos')
    : kind === 'IMAGE'
      ? plural(count, 'Bild', 'Bilder')
      : kind === 'DOCUMENT'
        ? plural(count, 'Dokument', 'Dokumente')
        : plural(count, 'Datei', 'Dateien')
const kindsEn = (kinds: unknown): string =>
  kinds === 'IMAGE' ? 'a picture' : kinds === 'VIDEO' ? 'a video' : 'a picture or a video'
const kindsDe = (kinds: unknown): string =>
  kinds === 'IMAGE' ? 'ein Bild' : kinds === 'VIDEO' ? 'ein Video' : 'ein Bild oder ein Video'

/** User messages for the problems of a post that all networks share. Facts: `network`, `field`, `limit`, `actual`. */
export const ISSUE_TEXTS = {
  POST_INVALID: {
    en: '{network} does not accept this post. Change it and try again.',
    de: '{network} nimmt diesen Beitrag nicht an. Ändere ihn und versuche es noch einmal.',
  },
  POST_EMPTY: {
    en: 'The post is empty. Write a text, or add a picture or a video.',
    de: 'Der Beitrag ist leer. Schreibe einen Text oder füge ein Bild oder Video hinzu.',
  },
  TEXT_REQUIRED: { en: 'Write a text.', de: 'Schreibe einen Text.' },
  TEXT_TOO_LONG: {
    en: ({ network, limit, actual, over, language }: Facts) =>
      `The text is too long for ${String(network)}: ${number(actual, language)} of ${number(limit, language)} characters. Shorten it by ${number(over, language)}.`,
    de: ({ network, limit, actual, over, language }: Facts) =>
      `Der Text ist zu lang für ${String(network)}: ${number(actual, language)} von ${number(limit, language)} Zeichen. Kürze ihn um ${number(over, language)}.`,
  },
  TEXT_INVALID: {
    en: 'The text contains a character that {network} cannot show. Remove it.',
    de: 'Der Text enthält ein Zeichen, das {network} nicht anzeigen kann. Entferne es.',
  },
  MEDIA_REQUIRED: {
    en: ({ network, kinds }: Facts) =>
      `${String(network)} has no posts with text only. Add ${kindsEn(kinds)}.`,
    de: ({ network, kinds }: Facts) =>
      `${String(network)} kennt keine Beiträge nur mit Text. Füge ${kindsDe(kinds)} hinzu.`,
  },
  MEDIA_KIND_NOT_SUPPORTED: {
    en: ({ network, kind }: Facts) => `${String(network)} does not accept ${kindEn(kind, 2)} in posts.`,
    de: ({ network, kind }: Facts) => `${String(network)} nimmt keine ${kindDe(kind, 2)} in Beiträgen an.`,
  },
  MIXED_MEDIA: {
    en: '{network} does not accept pictures and videos in one post. Make two posts.',
    de: '{network} nimmt Bilder und Videos nicht in einem Beitrag an. Mache zwei Beiträge daraus.',
  },
  TOO_MANY_FILES: {
    en: ({ network, limit, actual, kind, language }: Facts) =>
      `${String(network)} accepts at most ${number(limit, language)} ${kindEn(kind, limit)} in a post. Remove ${number(Number(actual) - Number(limit), language)}.`,
    de: ({ network, limit, actual, kind, language }: Facts) =>
      `${String(network)} nimmt höchstens ${number(limit, language)} ${kindDe(kind, limit)} in einem Beitrag an. Entferne ${number(Number(actual) - Number(limit), language)}.`,
  },
  TOO_FEW_FILES: {
    en: ({ network, limit, kind, language }: Facts) =>
      `${String(network)} needs at least ${number(limit, language)} ${kindEn(kind, limit)} for this kind of post.`,
    de: ({ network, limit, kind, language }: Facts) =>
      `${String(network)} braucht für diese Art von Beitrag mindestens ${number(limit, language)} ${kindDe(kind, limit)}.`,
  },
  FILE_UNREADABLE: {
    en: 'The file {file} cannot be read. Add it again.',
    de: 'Die Datei {file} kann nicht gelesen werden. Füge sie noch einmal hinzu.',
  },
  FILE_EMPTY: {
    en: 'The file {file} is empty. Add it again.',
    de: 'Die Datei {file} ist leer. Füge sie noch einmal hinzu.',
  },
  FILE_CHANGED: {
    en: 'The file {file} changed while it was read. Add it again when it is complete.',
    de: 'Die Datei {file} hat sich beim Lesen geändert. Füge sie noch einmal hinzu, wenn sie fertig ist.',
  },
  FILE_NOT_KEPT: {
    en: 'This application cannot keep the file {file} until the post is published.',
    de: 'Diese Anwendung kann die Datei {file} nicht bis zur Veröffentlichung aufbewahren.',
  },
  FILE_TYPE: {
    en: '{network} does not accept files of this type: {file}. Accepted: {limit}.',
    de: '{network} nimmt Dateien dieser Art nicht an: {file}. Möglich sind: {limit}.',
  },
  FILE_TOO_LARGE: {
    en: ({ network, limit, actual, file, language }: Facts) =>
      `The file ${String(file ?? '')} is too large for ${String(network)}: ${sizeText(actual, language)}, at most ${sizeText(limit, language)}.`,
    de: ({ network, limit, actual, file, language }: Facts) =>
      `Die Datei ${String(file ?? '')} ist zu groß für ${String(network)}: ${sizeText(actual, language)}, höchstens ${sizeText(limit, language)}.`,
  },
  PICTURE_RATIO: {
    en: '{network} does not accept a picture of this shape. The ratio of width to height must be {limit}.',
    de: '{network} nimmt ein Bild mit diesem Seitenverhältnis nicht an. Breite zu Höhe muss {limit} sein.',
  },
  PICTURE_SIZE: {
    en: '{network} does not accept a picture of this size: {actual} pixels. Accepted: {limit}.',
    de: '{network} nimmt ein Bild dieser Größe nicht an: {actual} Pixel. Möglich sind: {limit}.',
  },
  VIDEO_TOO_LONG: {
    en: ({ network, limit, language }: Facts) =>
      `The video is too long for ${String(network)}: at most ${lengthText(limit, language)}.`,
    de: ({ network, limit, language }: Facts) =>
      `Das Video ist zu lang für ${String(network)}: höchstens ${lengthText(limit, language)}.`,
  },
  VIDEO_TOO_SHORT: {
    en: ({ network, limit, language }: Facts) =>
      `The video is too short for ${String(network)}: at least ${lengthText(limit, language)}.`,
    de: ({ network, limit, language }: Facts) =>
      `Das Video ist zu kurz für ${String(network)}: mindestens ${lengthText(limit, language)}.`,
  },
  FILE_MUST_BE_UPLOADED: {
    en: '{network} does not accept a link to a file. Add the file itself.',
    de: '{network} nimmt keinen Link auf eine Datei an. Füge die Datei selbst hinzu.',
  },
  FILE_MUST_BE_PUBLIC: {
    en: '{network} downloads files from a public address, and this application has none for the file.',
    de: '{network} lädt Dateien von einer öffentlichen Adresse, und diese Anwendung hat keine für die Datei.',
  },
  ALT_TEXT_TOO_LONG: {
    en: ({ network, limit, language }: Facts) =>
      `The image description is too long for ${String(network)}: at most ${number(limit, language)} characters.`,
    de: ({ network, limit, language }: Facts) =>
      `Die Bildbeschreibung ist zu lang für ${String(network)}: höchstens ${number(limit, language)} Zeichen.`,
  },
  REPLY_NOT_SUPPORTED: {
    en: '{network} does not support a post as a reply to another post.',
    de: '{network} unterstützt keinen Beitrag als Antwort auf einen anderen Beitrag.',
  },
  FIRST_COMMENT_NOT_SUPPORTED: {
    en: '{network} does not support a first comment with the post.',
    de: '{network} unterstützt keinen ersten Kommentar zum Beitrag.',
  },
  COMMENT_TOO_LONG: {
    en: ({ network, limit, actual, language }: Facts) =>
      `The comment is too long for ${String(network)}: ${number(actual, language)} of ${number(limit, language)} characters.`,
    de: ({ network, limit, actual, language }: Facts) =>
      `Der Kommentar ist zu lang für ${String(network)}: ${number(actual, language)} von ${number(limit, language)} Zeichen.`,
  },
  SCHEDULE_NOT_SUPPORTED: {
    en: '{network} does not support scheduled posts.',
    de: '{network} unterstützt keine geplanten Beiträge.',
  },
  SCHEDULE_CONFLICT: {
    en: 'The post has two planned times. Choose one of them.',
    de: 'Der Beitrag hat zwei geplante Zeitpunkte. Wähle einen davon.',
  },
  THREAD_TOO_LONG: {
    en: 'A thread can have at most {limit} posts, and this one has {actual}. Make two threads.',
    de: 'Ein Thread kann höchstens {limit} Beiträge haben, dieser hat {actual}. Mache zwei Threads daraus.',
  },
  SCHEDULE_PAST: {
    en: 'The planned time is in the past. Choose a later time.',
    de: 'Der geplante Zeitpunkt liegt in der Vergangenheit. Wähle einen späteren.',
  },
  SCHEDULE_TOO_SOON: {
    en: '{network} needs more time before a planned post: choose a time after {limit} (UTC).',
    de: '{network} braucht mehr Vorlauf für einen geplanten Beitrag: Wähle eine Zeit nach {limit} (UTC).',
  },
  SCHEDULE_TOO_LATE: {
    en: '{network} does not accept a time that far in the future: choose a time before {limit} (UTC).',
    de: '{network} nimmt keinen so späten Zeitpunkt an: Wähle eine Zeit vor {limit} (UTC).',
  },
  DAILY_LIMIT: {
    en: '{network} accepts no more posts from this account today. Try again tomorrow.',
    de: '{network} nimmt heute keine weiteren Beiträge von diesem Konto an. Versuche es morgen noch einmal.',
  },
  OPTION_UNKNOWN: {
    en: '{network} has no setting {field}.',
    de: '{network} hat keine Einstellung {field}.',
  },
  OPTION_REQUIRED: {
    en: '{field} is required for {network}.',
    de: '{field} ist für {network} erforderlich.',
  },
  OPTION_INVALID: {
    en: '{field} has a value that {network} does not accept.',
    de: '{field} hat einen Wert, den {network} nicht annimmt.',
  },
  OPTION_TOO_LONG: {
    en: ({ field, limit, language }: Facts) =>
      `${String(field)} is too long: at most ${number(limit, language)} characters.`,
    de: ({ field, limit, language }: Facts) =>
      `${String(field)} ist zu lang: höchstens ${number(limit, language)} Zeichen.`,
  },
  OPTION_CONFLICT: {
    en: '{field} does not fit the other settings of this post.',
    de: '{field} passt nicht zu den anderen Einstellungen dieses Beitrags.',
  },
  OPTIONS_CONFLICT: {
    en: 'Some settings of this post do not fit together.',
    de: 'Einige Einstellungen dieses Beitrags passen nicht zusammen.',
  },
} as const satisfies Readonly<Record<string, UserText>>

/** Code of a problem that all networks share. */
export type SharedIssueCode = keyof typeof ISSUE_TEXTS
