import { OPEN_ID } from './an-account.js'

export const PUBLISH_ID = 'v_pub_file~v2-1.7301234567890123456'
/**
 * Body of a pushed message. The test signature was computed as described in
 * https://developers.tiktok.com/doc/webhooks-verification.
 */
export const BODY = `{"client_key":"aw1fixturekey","event":"post.publish.complete","create_time":1795000000,"user_openid":"${OPEN_ID}","content":"{\\"publish_id\\":\\"${PUBLISH_ID}\\",\\"publish_type\\":\\"DIRECT_PUBLISH\\"}"}`
export const TIME = 1_795_000_004
