import { type Acts, aPost, viewerOf } from './scene.js'

/** Events at Instagram that the page can trigger. */
export const instagramActs: Acts = {
  comment: (scene) =>
    scene.networks.control.instagram.comment({
      by: viewerOf(scene).replaceAll(' ', '').toLowerCase(),
      on: aPost(scene),
      text: scene.text,
    }),
}
