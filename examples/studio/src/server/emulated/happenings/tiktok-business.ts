import type { Acts, Scene } from './scene.js'

/** The newest video of a TikTok account; it posts one first where it has none, as people do in the app. */
function videoOf({ networks, accountId }: Scene): { readonly video: string } {
  const { tiktok_business } = networks.control
  const { people, videos } = tiktok_business.state()
  const video = videos.findLast(({ openId }) => openId === accountId)?.id
  const person = people.find(({ openId }) => openId === accountId)?.username ?? ''
  return { video: video ?? tiktok_business.addVideo({ person, caption: 'How we bake' }).id }
}

/** What can be made to happen at TikTok Business. */
export const tiktokBusinessActs: Acts = {
  comment: (scene) =>
    scene.networks.control.tiktok_business.comment({
      by: 'bo',
      ...videoOf(scene),
      text: scene.text,
    }),
}
