import type { Draft, PostMedia } from './posts.js'

/** File of one post, as shown on the page. */
export interface ShownFile {
  readonly uploadId: string
  readonly altText: string
}

/** Overrides for one account. A missing field uses the shared value. */
export interface Variation {
  readonly text?: string
  /** Files of this account's post, with their own order and descriptions. */
  readonly files?: readonly ShownFile[]
}

/** A draft for one or more accounts. */
export interface Composition {
  readonly id: string
  readonly text: string
  readonly files: readonly PostMedia[]
  readonly accountIds: readonly string[]
  /** By account. */
  readonly variations: Readonly<Record<string, Variation>>
  /** Network options, by account. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** ISO text with an offset. Null for now. */
  readonly publishAt: string | null
  /** Texts of the parts after the first, for a thread of posts. */
  readonly more?: readonly string[]
}

/** Draft of one account. */
export type AccountDraft = Omit<Draft, 'idempotencyKey'>

/** Check result of a draft for one account. Nothing is sent. */
export interface CheckInfo {
  readonly accountId: string
  /** Text length as counted by the network. Null if the network could not be queried. */
  readonly length: number | null
  readonly maxLength: number | null
  /** Length of each part after the first. */
  readonly more: readonly number[]
  /** Error message of the library. Null if the post passes the check. */
  readonly refusal: Refusal | null
  /** Reason why the check was not possible. The post may still be valid. */
  readonly note: string | null
}

/** Error message and its field. */
export interface Refusal {
  /**
   * `text`, `files`, `publishAt`, `account`, `more` with the index of a part after the first (from 0), or the name
   * of an option.
   */
  readonly field: string
  readonly message: string
}

/** Files of one account's post, in its order. */
export function filesFor({ files, variations }: Composition, accountId: string): readonly PostMedia[] {
  const own = variations[accountId]?.files
  if (own === undefined) return files
  const shown = own.flatMap(({ uploadId, altText }) => {
    const file = files.find(({ id }) => id === uploadId)
    return file === undefined ? [] : [{ ...file, altText }]
  })
  // A file that was added later is added to every post.
  return [...shown, ...files.filter(({ id }) => own.every(({ uploadId }) => uploadId !== id))]
}

/** Draft of one account, from a composition. */
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

/** Field of a part after the first, by its index from 0. */
export const partField = (place: number): string => `more ${place}`
