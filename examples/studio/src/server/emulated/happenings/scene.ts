import type { Happening } from '../../../shared/happenings.js'
import type { PostInfo } from '../../../shared/posts.js'
import { BadRequest } from '../../refusals.js'
import type { Networks } from '../emulator.js'

/** Whom something happens to, and what may be said. */
export interface Scene {
  readonly networks: Networks
  /** The network's id of the account. */
  readonly accountId: string
  /** Name of the account: `ada@127.0.0.1:4010`. */
  readonly name: string
  /** Posts of the account, newest first. */
  readonly posts: readonly PostInfo[]
  /** Counts up: other people do something in turn. */
  readonly turn: number
  /** Something to say. */
  readonly text: string
}

/** Lets something happen. */
export type Act = (scene: Scene) => unknown

/** What can happen at one network. What a network lacks here, its page does not offer. */
export type Acts = Partial<Record<Happening, Act>>

/** Network's id of the newest post in one of those states. */
function newest({ posts }: Scene, refusal: string, ...states: readonly PostInfo['status'][]): string {
  const postId = posts.find((post) => post.postId !== null && states.includes(post.status))?.postId
  if (postId === undefined || postId === null) throw new BadRequest(refusal)
  return postId
}

/** The account's newest post that is out. */
export const aPost = (scene: Scene): string =>
  newest(scene, 'Publish something first: there is no post to comment on or to like.', 'DONE')
/** The account's newest draft. */
export const aDraft = (scene: Scene): string =>
  newest(scene, 'Publish a video to the drafts first.', 'WAITING_FOR_PERSON', 'DRAFTED')

/** One of the others, in turn. @throws BadRequest for an account of a real server. */
export function someone(names: readonly string[], own: string, { turn }: Scene): string {
  if (!names.includes(own))
    throw new BadRequest('Only on the emulator can you let other people do something.')
  const others = names.filter((name) => name !== own)
  return others[turn % others.length] ?? own
}

/** People who have no account of their own yet. */
const VIEWERS = ['Dora Bakes', 'Emil Mends', 'Fay Walks'] as const
/** One of them, in turn. */
export const viewerOf = ({ turn }: Scene): string => VIEWERS[turn % VIEWERS.length] ?? VIEWERS[0]
