/**
 * Parameter names of the calls that the library sends, from Meta's collection of requests. Written
 * by hand from https://github.com/fbsamples/threads_api
 * (postman/threads-api.postman_collection.json; commit 44df04d of 2 January 2026).
 */
export const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  'POST /oauth/access_token': ['client_id', 'client_secret', 'code', 'grant_type', 'redirect_uri'],
  'GET /access_token': ['client_secret', 'grant_type'],
  'GET /refresh_access_token': ['grant_type'],
  'GET me': ['fields'],
  'GET node': ['fields'],
  'DELETE node': [],
  'POST threads': [
    'alt_text',
    'auto_publish_text',
    'children',
    'gif_attachment',
    'image_url',
    'is_carousel_item',
    'is_ghost_post',
    'is_spoiler_media',
    'link_attachment',
    'location_id',
    'media_type',
    'poll_attachment',
    'quote_post_id',
    'reply_control',
    'reply_to_id',
    'text',
    'text_attachment',
    'text_entities',
    'topic_tag',
    'video_url',
    // Missing in the collection. Source:
    // https://developers.facebook.com/documentation/threads/posts (copy of 20 April 2026)
    'allowlisted_country_codes',
    'enable_reply_approvals',
  ],
  'POST threads_publish': ['creation_id'],
  'POST repost': [],
  'POST manage_reply': ['hide'],
  // Newer than the collection. Source:
  // https://developers.facebook.com/documentation/threads/reply-management (copy of 13 February
  // 2026)
  'POST manage_pending_reply': ['approve'],
  'GET pending_replies': ['after', 'approval_status', 'before', 'fields', 'limit', 'reverse'],
  'GET threads': ['after', 'before', 'fields', 'limit', 'since', 'until'],
  // Only the documentation has the cursors `after` and `before`. Only independent clients send
  // `limit`.
  'GET replies': ['after', 'before', 'fields', 'limit', 'reverse', 'since', 'until'],
  'GET conversation': ['after', 'before', 'fields', 'limit', 'reverse'],
  'GET insights': ['metric'],
  'GET threads_publishing_limit': ['fields'],
}

/**
 * Parameter of every call. Most calls send the token in a header, the token endpoints in the
 * query.
 */
export const EVERYWHERE: readonly string[] = ['access_token']

const OF_POSTS = [
  'id',
  'media_product_type',
  'media_type',
  'media_url',
  'gif_url',
  'permalink',
  'owner',
  'username',
  'text',
  'timestamp',
  'shortcode',
  'thumbnail_url',
  'children',
  'is_quote_post',
  'quoted_post',
  'reposted_post',
  'has_replies',
  'alt_text',
  'link_attachment_url',
  'poll_attachment',
  'location_id',
  'topic_tag',
]
const OF_REPLIES = [...OF_POSTS, 'is_reply', 'is_reply_owned_by_me', 'root_post', 'replied_to', 'hide_status']

/** Response fields and metrics of each call, by the call's name. */
export const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'GET me': ['id', 'username', 'name', 'is_verified', 'threads_profile_picture_url', 'threads_biography'],
  // Reads an account or a container.
  'GET node': ['id', 'username', 'threads_profile_picture_url', 'status', 'error_message'],
  'GET threads': OF_POSTS,
  'GET replies': OF_REPLIES,
  'GET conversation': OF_REPLIES,
  // Newer than the collection. Source: the page named at `POST manage_pending_reply`.
  'GET pending_replies': [...OF_REPLIES, 'reply_approval_status'],
  'GET insights': ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'],
  'GET threads_publishing_limit': ['quota_usage', 'config', 'reply_quota_usage', 'reply_config'],
}
