import { type Acts, aPost, type Scene, viewerOf } from './scene.js'

/** Finds the person who connected the Facebook page. */
function ownerOf({ networks, accountId }: Scene): string {
  const { people } = networks.control.facebook.state()
  return people.find(({ pages }) => pages.includes(accountId))?.name ?? ''
}

/** Events at Facebook that the page can trigger. */
export const facebookActs: Acts = {
  comment: (scene) => {
    const by = viewerOf(scene)
    return scene.networks.control.facebook.comment({ by, on: aPost(scene), text: scene.text })
  },
  mention: (scene) => {
    const by = viewerOf(scene)
    return scene.networks.control.facebook.mention({ by, page: scene.accountId, text: scene.text })
  },
  like: (scene) => {
    const by = viewerOf(scene)
    return scene.networks.control.facebook.react({ by, on: aPost(scene) })
  },
  removeAccess: (scene) => scene.networks.control.facebook.removeApp({ person: ownerOf(scene) }),
  requestDeletion: (scene) => scene.networks.control.facebook.requestDeletion({ person: ownerOf(scene) }),
}
