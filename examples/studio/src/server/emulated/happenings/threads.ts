import { type Acts, aPost, type Scene, someone } from './scene.js'

function ownAtThreads({ networks, accountId }: Scene): string {
  const { accounts } = networks.control.threads.state()
  return accounts.find(({ id }) => id === accountId)?.username ?? ''
}

function atThreads(scene: Scene, text: string, to?: string) {
  const { threads } = scene.networks.control
  const names = threads.state().accounts.filter(({ isPrivate }) => !isPrivate)
  const by = someone(
    names.map(({ username }) => username),
    ownAtThreads(scene),
    scene,
  )
  return threads.post({ by, text, ...(to !== undefined && { replyTo: to }) })
}

/** Events at Threads that the page can trigger. */
export const threadsActs: Acts = {
  comment: (scene) => atThreads(scene, scene.text, aPost(scene)),
  mention: (scene) => atThreads(scene, `@${ownAtThreads(scene)} ${scene.text}`),
}
