import { SocialBaseError, type SocialClient, type Update } from '@social/core'
import * as v from 'valibot'

/**
 * Raw update data in which the comment text is nested. Networks whose single comments
 * cannot be read include the text in the raw data.
 */
const inside = v.object({
  snippet: v.object({ topLevelComment: v.object({ snippet: v.object({ textDisplay: v.string() }) }) }),
})

/** Raw update data of the other networks, with the text in one of these fields. */
const onTop = v.union([
  v.pipe(
    v.object({ message: v.string() }),
    v.transform(({ message }) => message),
  ),
  v.pipe(
    v.object({ text: v.string() }),
    v.transform(({ text }) => text),
  ),
  v.pipe(
    v.object({ comment: v.string() }),
    v.transform(({ comment }) => comment),
  ),
])

function textInside({ raw }: Update): string | null {
  const deep = v.safeParse(inside, raw)
  if (deep.success) return deep.output.snippet.topLevelComment.snippet.textDisplay
  const flat = v.safeParse(onTop, raw)
  return flat.success ? flat.output : null
}

/** Returns the text of an update, or null if the update has no text or the comment was deleted. */
export async function textOfUpdate(
  social: SocialClient,
  update: Update,
  signal: AbortSignal,
): Promise<string | null> {
  const { connectionId, postId, aboutPostId } = update
  const account = social.account(connectionId)
  if (postId === null || postId === aboutPostId) return null
  if (!account.can('readPost')) return textInside(update)
  try {
    const post = await account.readPost(postId, { signal })
    return post.text
  } catch (error) {
    if (SocialBaseError.is(error) && error.code === 'POST_GONE') return null
    throw error
  }
}
