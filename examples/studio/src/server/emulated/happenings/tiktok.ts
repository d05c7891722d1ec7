import { type Acts, aDraft } from './scene.js'

/** What can be made to happen at TikTok. */
export const tiktokActs: Acts = {
  postDraft: (scene) => scene.networks.control.tiktok.postDraft({ publishId: aDraft(scene) }),
  removeAccess: (scene) => scene.networks.control.tiktok.removeAccess({ person: scene.accountId }),
}
