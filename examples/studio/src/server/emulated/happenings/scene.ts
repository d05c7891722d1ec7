import type { Happening } from '../../../shared/happenings.js'
import type { PostInfo } from '../../../shared/posts.js'
import { BadRequest } from '../../refusals.js'
import type { Networks } from '../emulator.js'

/** Account that receives an event, and the data from which the event is built. */
export interface Scene {
  readonly networks: Networks
  /** The network's id of the account. */
  readonly accountId: string
  /** Account name: `ada@127.0.0.1:4010`. */
  readonly name: string
  /** Posts of the account, newest first. */
  readonly posts: readonly PostInfo[]
  /** Number of the event. It selects which person acts, so that the people take turns. */
  readonly turn: number
  /** Text of the comment or message that the event creates. */
  readonly text: string
}

/** Function that triggers an event. */
export type Act = (scene: Scene) => unknown

/** Events that the page offers for one network, each with its function. */
export type Acts = Partial<Record<Happening, Act>>

/** Returns the network's id of the account's newest post in one of the given states. */
function newest({ posts }: Scene, refusal: string, ...states: readonly PostInfo['status'][]): string {
  const postId = posts.find((post) => post.postId !== null && states.includes(post.status))?.postId
  if (postId === undefined || postId === null) throw new BadRequest(refusal)
  return postId
}

/** Returns the network's id of the account's newest published post. */
export const aPost = (scene: Scene): string =>
  newest(scene, 'Publish something first: there is no post to comment on or to like.', 'DONE')
/** Returns the network's id of the account's newest draft. */
export const aDraft = (scene: Scene): string =>
  newest(scene, 'Publish a video to the drafts first.', 'WAITING_FOR_PERSON')

/**
 * Returns one of the other people, each in turn.
 * @throws BadRequest for an account of a real server.
 */
export function someone(names: readonly string[], own: string, { turn }: Scene): string {
  if (!names.includes(own)) throw new BadRequest('Events can be triggered only at the emulator.')
  const others = names.filter((name) => name !== own)
  return others[turn % others.length] ?? own
}

/** Names of people without an account at the network. */
const VIEWERS = ['Dora Bakes', 'Emil Sews', 'Fay Walks'] as const
/** Returns one of `VIEWERS`, each in turn. */
export const viewerOf = ({ turn }: Scene): string => VIEWERS[turn % VIEWERS.length] ?? VIEWERS[0]
