import { type Acts, aPost, type Scene, someone } from './scene.js'

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

/** Events at Mastodon that the page can trigger. */
export const mastodonActs: Acts = {
  comment: (scene) => {
    const { mastodon, by } = atMastodon(scene)
    return mastodon.comment({ by, on: aPost(scene), text: scene.text })
  },
  mention: (scene) => {
    const { mastodon, by, own } = atMastodon(scene)
    return mastodon.mention({ by, of: own, text: scene.text })
  },
  message: (scene) => {
    const { mastodon, by, own } = atMastodon(scene)
    return mastodon.message({ by, to: [own], text: scene.text })
  },
  follow: (scene) => {
    const { mastodon, by, own } = atMastodon(scene)
    // The person unfollows first, because following an already followed account creates no update.
    mastodon.unfollow({ by, person: own })
    return mastodon.follow({ by, person: own })
  },
  like: (scene) => {
    const { mastodon, by } = atMastodon(scene)
    return mastodon.favourite({ by, on: aPost(scene) })
  },
}
