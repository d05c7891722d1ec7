// Optional abilities of a platform, by topic. Each file defines the operations that an application calls and the
// platform methods behind them. `../ability-rows.ts` contains a row for each method.
import type { BusinessAbilities, BusinessOperations } from './business.js'
import type { ChoiceAbilities, ChoiceOperations } from './choices.js'
import type { CommentOperations, EngagementAbilities, EngagementOperations } from './engagement.js'
import type { CanListen, ListeningOperations } from './listening.js'
import type { MessageAbilities, MessageOperations } from './messages.js'
import type { PublishingAbilities, PublishingOperations } from './publishing.js'
import type { ReadingAbilities, ReadingOperations } from './reading.js'
import type { SignInAbilities } from './sign-in.js'
import type { UpdateAbilities, UpdateOperations } from './updates.js'
import type { PushAbilities } from './webhooks.js'

export type * from './business.js'
export type * from './choices.js'
export type * from './engagement.js'
export type * from './listening.js'
export type * from './messages.js'
export type * from './publishing.js'
export type * from './webhooks.js'
export type * from './reading.js'
export type * from './sign-in.js'
export type * from './updates.js'

/** Intersection of all optional abilities. */
export type AllAbilities = PublishingAbilities &
  ReadingAbilities &
  EngagementAbilities &
  UpdateAbilities &
  CanListen &
  PushAbilities &
  MessageAbilities &
  BusinessAbilities &
  SignInAbilities &
  ChoiceAbilities

/** Name of an optional method of a platform. */
export type AbilityMethodName = Exclude<keyof AllAbilities, 'extraRoutes'>

/**
 * Every operation except `post` and `postThread`. Each operation first renews a token that is due. An operation that
 * the network does not support rejects with `NotSupportedError` before any request. Each operation documents its
 * other errors.
 */
export interface AccountOperations
  extends
    PublishingOperations,
    ReadingOperations,
    EngagementOperations,
    CommentOperations,
    UpdateOperations,
    ListeningOperations,
    MessageOperations,
    BusinessOperations,
    ChoiceOperations {}
