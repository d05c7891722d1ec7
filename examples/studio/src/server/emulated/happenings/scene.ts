import type { Happening } from '../../../shared/happenings.js'
import type { PostInfo } from '../../../shared/posts.js'
import { BadRequest } from '../../refusals.js'
import type { Networks } from '../emulator.js'

/** Account that receives an event, and the texts of the event. */
export interface Scene {
  readonly networks: Networks
  /** The network's id of the account. */
  readonly accountId: string
  /** Account name: `ada@127.0.0.1:4010`. */
  readonly name: string
  /** Posts of the account, newest first. */
  readonly posts: readonly PostInfo[]
  /** Counter that selects the acting person in turn. */
  readonly turn: number
  /** Text of a comment or message. */
  readonly text: string
}

/** Triggers an event. */
export type Act = (scene: Scene) => unknown

/** Events of one network. The page offers only these events. */
export type Acts = Partial<Record<Happening, Act>>

/** Finds the network's id of the account's newest post in one of the given states. */
function newest({ posts }: Scene, refusal: string, ...states: readonly PostInfo['status'][]): string {
  const postId = posts.find((post) => post.postId !== null && states.includes(post.status))?.postId
  if (postId === undefined || postId === null) throw new BadRequest(refusal)
  return postId
}

/** Newest published post of the account. */
export const aPost = (scene: Scene): string =>
  newest(scene, 'Publish something first: there is no post to comment on or to like.', 'DONE')
/** Newest draft of the account. */
export const aDraft = (scene: Scene): string =>
  newest(scene, 'Publish a video to the drafts first.', 'WAITING_FOR_PERSON', 'DRAFTED')

/** Selects one of the other people in turn. @throws BadRequest for an account of a real server. */
export function someone(names: readonly string[], own: string, { turn }: Scene): string {
  if (!names.includes(own)) throw new BadRequest('Events can be triggered only at the emulator.')
  const others = names.filter((name) => name !== own)
  return others[turn % others.length] ?? own
}

/** People without an account at the network. */
const VIEWERS = ['Dora Bakes', 'Emil Sews', 'Fay Walks'] as const
/** Selects one of these people in turn. */
export const viewerOf = ({ turn }: Scene): string => VIEWERS[turn % VIEWERS.length] ?? VIEWERS[0]
