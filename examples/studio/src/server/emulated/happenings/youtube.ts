import { type Acts, aPost, viewerOf } from './scene.js'

/** Events at YouTube that the page can trigger. */
export const youtubeActs: Acts = {
  comment: (scene) => {
    const by = viewerOf(scene)
    return scene.networks.control.youtube.comment({ by, on: aPost(scene), text: scene.text })
  },
}
