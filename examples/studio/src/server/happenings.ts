import type { Happening } from '../shared/api.js'
import type { PostInfo } from '../shared/posts.js'
import type { Networks } from './emulator.js'
import { BadRequest } from './refusals.js'

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
  readonly words: string
}

type Act = (scene: Scene) => unknown

/** Network's id of the newest post in one of those states. */
function newest({ posts }: Scene, refusal: string, ...states: readonly PostInfo['status'][]): string {
  const postId = posts.find((post) => post.postId !== null && states.includes(post.status))?.postId
  if (postId === undefined || postId === null) throw new BadRequest(refusal)
  return postId
}

const aPost = (scene: Scene): string =>
  newest(scene, 'Publish something first: there is no post to comment on or to like.', 'DONE')
const aDraft = (scene: Scene): string =>
  newest(scene, 'Publish a video to the drafts first.', 'WAITING_FOR_PERSON', 'DRAFTED')

/** One of the others, in turn. @throws BadRequest for an account of a real server. */
function someone(names: readonly string[], own: string, { turn }: Scene): string {
  if (!names.includes(own))
    throw new BadRequest('Only on the emulator can you let other people do something.')
  const others = names.filter((name) => name !== own)
  return others[turn % others.length] ?? own
}

function atMastodon(scene: Scene) {
  const { networks } = scene
  const { control } = networks
  const own = scene.name.replace(/^@/, '').replace(`@${networks.host('mastodon')}`, '')
  const by = someone(
    control.mastodon.state().people.map(({ acct }) => acct),
    own,
    scene,
  )
  return { by, own, mastodon: control.mastodon }
}

function atBluesky(scene: Scene) {
  const { bluesky } = scene.networks.control
  const { people } = bluesky.state()
  const by = someone(
    people.map(({ did }) => did),
    scene.accountId,
    scene,
  )
  return { by, own: scene.accountId, bluesky }
}

function atX(scene: Scene) {
  const { x } = scene.networks.control
  const { people } = x.state()
  const own = people.find(({ id }) => id === scene.accountId)?.username ?? ''
  const by = someone(
    people.map(({ username }) => username),
    own,
    scene,
  )
  return { by, own, x }
}

function ownAtThreads({ networks, accountId }: Scene): string {
  const { accounts } = networks.control.threads.state()
  return accounts.find(({ id }) => id === accountId)?.username ?? ''
}

function atThreads(scene: Scene, text: string, to?: string) {
  const { threads } = scene.networks.control
  const names = threads.state().accounts.filter(({ isPrivate }) => !isPrivate)
  const by = someone(
    names.map(({ username }) => username),
    ownAtThreads(scene),
    scene,
  )
  return threads.post({ by, text, ...(to !== undefined && { replyTo: to }) })
}

/** The person behind a page, who signed it in. */
function ownerOf({ networks, accountId }: Scene): string {
  const { people } = networks.control.facebook.state()
  return people.find(({ pages }) => pages.includes(accountId))?.name ?? ''
}

/** People who watch videos; whoever has no channel yet gets one. */
const VIEWERS = ['Dora Bakes', 'Emil Mends', 'Fay Walks'] as const
const viewerOf = ({ turn }: Scene): string => VIEWERS[turn % VIEWERS.length] ?? VIEWERS[0]

/** The newest video of a TikTok account; it posts one first where it has none, as people do in the app. */
function videoOf({ networks, accountId }: Scene): { readonly video: string } {
  const { tiktok_business } = networks.control
  const { people, videos } = tiktok_business.state()
  const video = videos.findLast(({ openId }) => openId === accountId)?.id
  const person = people.find(({ openId }) => openId === accountId)?.username ?? ''
  return { video: video ?? tiktok_business.addVideo({ person, caption: 'How we bake' }).id }
}

/** What can be made to happen at each network. What a network lacks here, its page does not offer. */
const ACTS: Readonly<Record<string, Partial<Record<Happening, Act>>>> = {
  mastodon: {
    comment: (scene) => {
      const { mastodon, by } = atMastodon(scene)
      return mastodon.comment({ by, on: aPost(scene), text: scene.words })
    },
    mention: (scene) => {
      const { mastodon, by, own } = atMastodon(scene)
      return mastodon.mention({ by, of: own, text: scene.words })
    },
    message: (scene) => {
      const { mastodon, by, own } = atMastodon(scene)
      return mastodon.message({ by, to: [own], text: scene.words })
    },
    follow: (scene) => {
      const { mastodon, by, own } = atMastodon(scene)
      // Who follows already is not told of twice.
      mastodon.unfollow({ by, person: own })
      return mastodon.follow({ by, person: own })
    },
    like: (scene) => {
      const { mastodon, by } = atMastodon(scene)
      return mastodon.favourite({ by, on: aPost(scene) })
    },
  },
  bluesky: {
    comment: (scene) => {
      const { bluesky, by } = atBluesky(scene)
      return bluesky.comment({ by, on: aPost(scene), text: scene.words })
    },
    mention: (scene) => {
      const { bluesky, by, own } = atBluesky(scene)
      return bluesky.mention({ by, of: own, text: scene.words })
    },
    follow: (scene) => {
      const { bluesky, by, own } = atBluesky(scene)
      return bluesky.follow({ by, person: own })
    },
    like: (scene) => {
      const { bluesky, by } = atBluesky(scene)
      return bluesky.like({ by, on: aPost(scene) })
    },
    repost: (scene) => {
      const { bluesky, by } = atBluesky(scene)
      return bluesky.repost({ by, on: aPost(scene) })
    },
  },
  youtube: {
    comment: (scene) => {
      const by = viewerOf(scene)
      return scene.networks.control.youtube.comment({ by, on: aPost(scene), text: scene.words })
    },
  },
  x: {
    comment: (scene) => {
      const { x, by, own } = atX(scene)
      // X lets an app answer only those who name the account.
      return x.post({ by, on: aPost(scene), text: `@${own} ${scene.words}` })
    },
    mention: (scene) => {
      const { x, by, own } = atX(scene)
      return x.post({ by, text: `@${own} ${scene.words}` })
    },
    like: (scene) => {
      const { x, by } = atX(scene)
      return x.like({ by, on: aPost(scene) })
    },
  },
  tiktok: {
    postDraft: (scene) => scene.networks.control.tiktok.postDraft({ publishId: aDraft(scene) }),
    removeAccess: (scene) => scene.networks.control.tiktok.removeAccess({ person: scene.accountId }),
  },
  facebook: {
    comment: (scene) => {
      const by = viewerOf(scene)
      return scene.networks.control.facebook.comment({ by, on: aPost(scene), text: scene.words })
    },
    mention: (scene) => {
      const by = viewerOf(scene)
      return scene.networks.control.facebook.mention({ by, page: scene.accountId, text: scene.words })
    },
    like: (scene) => {
      const by = viewerOf(scene)
      return scene.networks.control.facebook.react({ by, on: aPost(scene) })
    },
    removeAccess: (scene) => scene.networks.control.facebook.removeApp({ person: ownerOf(scene) }),
    requestDeletion: (scene) => scene.networks.control.facebook.requestDeletion({ person: ownerOf(scene) }),
  },
  instagram: {
    comment: (scene) =>
      scene.networks.control.instagram.comment({
        by: viewerOf(scene).replaceAll(' ', '').toLowerCase(),
        on: aPost(scene),
        text: scene.words,
      }),
  },
  threads: {
    comment: (scene) => atThreads(scene, scene.words, aPost(scene)),
    mention: (scene) => atThreads(scene, `@${ownAtThreads(scene)} ${scene.words}`),
  },
  tiktok_business: {
    comment: (scene) =>
      scene.networks.control.tiktok_business.comment({
        by: 'bo',
        ...videoOf(scene),
        text: scene.words,
      }),
  },
  google_business: {
    review: (scene) =>
      scene.networks.control.google_business.review({
        location: scene.accountId,
        by: viewerOf(scene),
        stars: 5,
        comment: scene.words,
      }),
    editReview: (scene) => {
      const { google_business } = scene.networks.control
      const review = google_business
        .state()
        .reviews.findLast(({ locationId }) => locationId === scene.accountId)
      if (review === undefined) throw new BadRequest('Nobody has reviewed the place yet.')
      return google_business.editReview({ id: review.id, comment: scene.words })
    },
  },
}

/** What can be made to happen at a network. */
export function happeningsOf(network: string): readonly Happening[] {
  return Object.keys(ACTS[network] ?? {}) as Happening[] // the type of ACTS allows no other keys
}

/** The act behind a happening; null where the network has none. */
export function actOf(network: string, what: Happening): Act | null {
  return ACTS[network]?.[what] ?? null
}
