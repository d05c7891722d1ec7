import type { Draft, PostMedia } from './posts.js'

/** A file as one post shows it. */
export interface ShownFile {
  readonly uploadId: string
  readonly altText: string
}

/** What is different for one account; what is left out is as everywhere. */
export interface Variation {
  readonly text?: string
  /** The files of this account's post, in its own order, with its own descriptions. */
  readonly files?: readonly ShownFile[]
}

/** One post that is being written, for one account or several. */
export interface Composition {
  readonly id: string
  readonly text: string
  readonly files: readonly PostMedia[]
  readonly accountIds: readonly string[]
  /** By account. */
  readonly variations: Readonly<Record<string, Variation>>
  /** The network's own options, by account. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** ISO text with an offset; null for now. */
  readonly publishAt: string | null
  /** The words of the parts behind the first, where it is a chain of posts. */
  readonly more?: readonly string[]
}

/** What one account would be given to publish. */
export type AccountDraft = Omit<Draft, 'idempotencyKey'>

/** What a network makes of a draft, asked before anything is sent. */
export interface CheckInfo {
  readonly accountId: string
  /** Length of the words as the network counts it; null when it could not be asked. */
  readonly length: number | null
  readonly most: number | null
  /** Length of each further part of a chain. */
  readonly more: readonly number[]
  /** Why the post would be refused, in the library's own words; null when it would not be. */
  readonly refusal: Refusal | null
  /** Why the network could not be asked just now; the post may be right all the same. */
  readonly note: string | null
}

/** A refusal and the field it stands beside. */
export interface Refusal {
  /** `text`, `files`, `publishAt`, `account`, `more` with the place of a further part from 0, or the name of an option. */
  readonly field: string
  readonly message: string
}

/** The files of one account's post, in its order. */
export function filesFor({ files, variations }: Composition, accountId: string): readonly PostMedia[] {
  const own = variations[accountId]?.files
  if (own === undefined) return files
  const shown = own.flatMap(({ uploadId, altText }) => {
    const file = files.find(({ id }) => id === uploadId)
    return file === undefined ? [] : [{ ...file, altText }]
  })
  // A file that was added later goes to everybody.
  return [...shown, ...files.filter(({ id }) => own.every(({ uploadId }) => uploadId !== id))]
}

/** What one account is given of a composition. */
export function draftFor(composition: Composition, accountId: string): AccountDraft {
  return {
    accountId,
    text: composition.variations[accountId]?.text ?? composition.text,
    media: filesFor(composition, accountId).map(({ id, altText }) => ({ uploadId: id, altText })),
    publishAt: composition.publishAt,
    options: composition.options[accountId] ?? {},
    ...(composition.more?.length ? { more: composition.more } : {}),
  }
}

/** The field of a further part of a chain, by its place from 0. */
export const partField = (place: number): string => `more ${place}`
