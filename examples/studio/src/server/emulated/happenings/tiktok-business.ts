import type { Acts, Scene } from './scene.js'

/**
 * Returns the newest video of a TikTok account. If the account has no video, this function first
 * posts one.
 */
function videoOf({ networks, accountId }: Scene): { readonly video: string } {
  const { tiktok_business } = networks.control
  const { people, videos } = tiktok_business.state()
  const video = videos.findLast(({ openId }) => openId === accountId)?.id
  const person = people.find(({ openId }) => openId === accountId)?.username ?? ''
  return { video: video ?? tiktok_business.addVideo({ person, caption: 'Baking bread' }).id }
}

/** Events at TikTok Business that the page can trigger. */
export const tiktokBusinessActs: Acts = {
  comment: (scene) =>
    scene.networks.control.tiktok_business.comment({
      by: 'bo',
      ...videoOf(scene),
      text: scene.text,
    }),
}
