import { type Acts, aPost, type Scene, someone } from './scene.js'

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

/** Events at Bluesky that the page can trigger. */
export const blueskyActs: Acts = {
  comment: (scene) => {
    const { bluesky, by } = atBluesky(scene)
    return bluesky.comment({ by, on: aPost(scene), text: scene.text })
  },
  mention: (scene) => {
    const { bluesky, by, own } = atBluesky(scene)
    return bluesky.mention({ by, of: own, text: scene.text })
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
}
