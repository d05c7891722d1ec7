import { type Acts, aDraft } from './scene.js'

/** Events at TikTok that the page can trigger. */
export const tiktokActs: Acts = {
  postDraft: (scene) => scene.networks.control.tiktok.postDraft({ publishId: aDraft(scene) }),
  removeAccess: (scene) => scene.networks.control.tiktok.removeAccess({ person: scene.accountId }),
}
