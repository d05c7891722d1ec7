import { AppCredentials, Connection, Media } from '@social/core'
import { EmulatedNetwork, sampleMp4, samplePng } from '@social/emulator'
import { facebookNetwork } from '@social/emulator/facebook'
import { facebook } from '@social/facebook'

import { chaosNetwork, type Operation } from '../network.js'

const ORIGIN = 'https://facebook.example'
/** Bytes the server asks for in each piece of a video. */
const PIECE = 65_536

const picture = (name: string): Media => Media.fromBytes(samplePng(), { filename: name, altText: 'A cake' })
const video = Media.fromBytes(sampleMp4(2 * PIECE + 1), { filename: 'cake.mp4' })

/** Publishes one post. */
function aPost(post: Parameters<typeof publish>[1], makes: Operation['makes']): Operation {
  return { makes, run: (account, options) => publish(account, post, options) }
}

async function publish(
  account: Parameters<Operation['run']>[0],
  post: Parameters<Parameters<Operation['run']>[0]['post']>[0],
  options: Parameters<Operation['run']>[1],
): Promise<string> {
  return (await account.post(post, options)).id
}

/** Facebook: words, pictures, a video in pieces, a reel, a story, a comment. */
export const facebookChaos = chaosNetwork({
  name: 'facebook',
  // Pictures and uploads that no post names are cleared after about a day; not published.
  sessionSeconds: 86_400,
  repeatableSeconds: 0,
  operations: {
    text: aPost({ text: 'Fresh bread' }, ['POST']),
    scheduled: aPost({ text: 'Later', publishAt: new Date('2026-12-01T12:00:00Z') }, [
      'SCHEDULED_POST',
      'POST',
    ]),
    picture: aPost({ text: 'A cake', media: [picture('one.png')] }, ['POST']),
    pictures: aPost({ media: [picture('one.png'), picture('two.png')] }, ['POST']),
    video: aPost({ text: 'How we fold it', media: [video] }, ['VIDEO']),
    reel: aPost({ text: 'How we fold it', media: [video], options: { placement: 'reel' } }, ['VIDEO']),
    story: aPost({ media: [picture('one.png')], options: { placement: 'story' } }, ['POST']),
  },
  open: (clock) => {
    const module = facebookNetwork({ pieceBytes: PIECE })
    const network = new EmulatedNetwork(module, { origin: ORIGIN, clock })
    const { accessToken, pageId, personId } = network.control.signIn({ person: 'Ada' })
    const { appId, appSecret } = network.control.app()
    return {
      network,
      connection: new Connection({
        platform: 'facebook',
        accountId: pageId,
        accountName: "Ada's Cakes",
        token: { accessToken },
        extra: { pageId, personId },
      }),
      app: new AppCredentials({ platform: 'facebook', clientId: appId, clientSecret: appSecret }),
      makePlatforms: () => ({ facebook: facebook({ addresses: module.addresses(ORIGIN) }) }),
    }
  },
})
