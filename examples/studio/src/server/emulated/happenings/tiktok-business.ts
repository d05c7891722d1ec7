import type { Acts, Scene } from './scene.js'

/** Newest video of a TikTok account. An account without a video posts one first, as a person does in the app. */
function videoOf({ networks, accountId }: Scene): { readonly video: string } {
  const { tiktok_business } = networks.control
  const { people, videos } = tiktok_business.state()
  const video = videos.findLast(({ openId }) => openId === accountId)?.id
  const person = people.find(({ openId }) => openId === accountId)?.username ?? ''
  return { video: video ?? tiktok_business.addVideo({ person, caption: 'Baking bread' }).id }
}

/** Events that can be triggered at TikTok Business. */
export const tiktokBusinessActs: Acts = {
  comment: (scene) =>
    scene.networks.control.tiktok_business.comment({
      by: 'bo',
      ...videoOf(scene),
      text: scene.text,
    }),
}
