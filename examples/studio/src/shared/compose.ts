import type { Draft, PostMedia } from './posts.js'

/** File of a draft as one account posts it. */
export interface ShownFile {
  readonly uploadId: string
  readonly altText: string
}

/**
 * Changes of a draft for one account. A missing field means that the account uses the shared
 * value.
 */
export interface Variation {
  readonly text?: string
  /** Files of this account's post, in their own order and with their own descriptions. */
  readonly files?: readonly ShownFile[]
}

/** Draft of a post for one or more accounts. */
export interface Composition {
  readonly id: string
  readonly text: string
  readonly files: readonly PostMedia[]
  readonly accountIds: readonly string[]
  /** By account. */
  readonly variations: Readonly<Record<string, Variation>>
  /** Post options of the networks, by account. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Publish time as ISO text with an offset. Null for now. */
  readonly publishAt: string | null
  /** Texts of the parts after the first, for a thread of posts. */
  readonly more?: readonly string[]
}

/** Draft as one account posts it. */
export type AccountDraft = Omit<Draft, 'idempotencyKey'>

/** Check result of a draft for one account. The check publishes nothing. */
export interface CheckInfo {
  readonly accountId: string
  /** Text length as counted by the network. Null if the network could not be queried. */
  readonly length: number | null
  readonly maxLength: number | null
  /** Text length of each part after the first. */
  readonly more: readonly number[]
  /** Problems of the draft, each at its field. Empty if the draft is valid. */
  readonly issues: readonly FieldIssue[]
  /** Reason why the check was not possible. The draft may still be valid. */
  readonly note: string | null
}

/** Problem of a draft, and the field that caused it. */
export interface FieldIssue {
  /**
   * `text`, `files`, `publishAt`, `account` or the name of an option. For a part after the first:
   * `more` with the part's index from 0.
   */
  readonly field: string
  readonly text: string
}

/** Returns the problems at one field as one text. Null without a problem. */
export function issueAt(check: CheckInfo | null | undefined, field: string): string | null {
  const texts = check?.issues.filter((issue) => issue.field === field).map(({ text }) => text)
  return texts?.join(' ') || null
}

/** Returns the files of one account's post, in the account's order. */
export function filesFor({ files, variations }: Composition, accountId: string): readonly PostMedia[] {
  const own = variations[accountId]?.files
  if (own === undefined) return files
  const shown = own.flatMap(({ uploadId, altText }) => {
    const file = files.find(({ id }) => id === uploadId)
    return file === undefined ? [] : [{ ...file, altText }]
  })
  // Files that were added to the draft later are appended.
  return [...shown, ...files.filter(({ id }) => own.every(({ uploadId }) => uploadId !== id))]
}

/** Returns the draft as one account posts it. */
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

/** Returns the field name of a part after the first, by its index from 0. */
export const partField = (place: number): string => `more ${place}`
