import type { Connection, PlatformBase, UpdateAction } from '@social/core/platform'

import { SCOPE } from '../errors/rows.js'
import type { Settings } from '../options.js'

/** Fields of an update that determine its actions. */
interface Subject {
  readonly kind: string
  readonly postId?: string | null | undefined
  readonly parentId?: string | null | undefined
}

/** The setting that enables the closed service of questions. */
export interface QuestionSetting {
  readonly questions: boolean
}

/** Kinds of updates about a review. */
const REVIEW_KINDS: ReadonlySet<string> = new Set(['REVIEW_CREATED', 'REVIEW_UPDATED'])
const REPLY: readonly UpdateAction[] = Object.freeze(['REPLY'])
const NONE: readonly UpdateAction[] = Object.freeze([])

/** Id of the question of an update: an update about an answer has it as its parent. Null if it is unknown. */
export function questionIdOf({ kind, postId, parentId }: Subject): string | null {
  if (kind === 'QUESTION_CREATED') return postId ?? null
  return kind === 'ANSWER_CREATED' ? (parentId ?? null) : null
}

/**
 * Actions of an update: a review can be answered, and a question if the application enabled the service that Google has
 * closed.
 */
export function actionsOf(
  update: Subject,
  { questions }: QuestionSetting,
  connection: Connection | null,
): readonly UpdateAction[] {
  const scopes = connection?.scopes ?? []
  if (scopes.length > 0 && !scopes.includes(SCOPE)) return NONE
  const isReview = REVIEW_KINDS.has(update.kind) && update.postId != null
  return isReview || (questions && questionIdOf(update) !== null) ? REPLY : NONE
}

/** The rule of the network for `Update.actions`. */
export function ruling(settings: Settings): Pick<PlatformBase, 'updateActions'> {
  return { updateActions: (update, connection) => actionsOf(update, settings, connection) }
}
