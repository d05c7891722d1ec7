import { type Acts, aPost, type Scene, someone } from './scene.js'

function atX(scene: Scene) {
  const { x } = scene.networks.control
  const { people } = x.state()
  const own = people.find(({ id }) => id === scene.accountId)?.username ?? ''
  const by = someone(
    people.map(({ username }) => username),
    own,
    scene,
  )
  return { by, own, x }
}

/** Events at X that the page can trigger. */
export const xActs: Acts = {
  comment: (scene) => {
    const { x, by, own } = atX(scene)
    // X allows an app to reply only to posts that mention the account.
    return x.post({ by, on: aPost(scene), text: `@${own} ${scene.text}` })
  },
  mention: (scene) => {
    const { x, by, own } = atX(scene)
    return x.post({ by, text: `@${own} ${scene.text}` })
  },
  like: (scene) => {
    const { x, by } = atX(scene)
    return x.like({ by, on: aPost(scene) })
  },
}
