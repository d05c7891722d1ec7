import type { Handler } from '../framework/router.js'
import { callNames, graphHandler, type GraphRoutes } from '../meta/dispatch.js'
import { createComment, likes, listComments } from './comments.js'
import { createPost } from './feed.js'
import { readInsights, readVideoInsights } from './insights.js'
import { listPosts, listScheduled, listStories, listVideos, subscribeApps } from './lists.js'
import { changeNode, deleteNode, readMe, readNode } from './nodes.js'
import { createPhoto, createPhotoStory } from './photos.js'
import { answerSignIn, exchange, listPages, permissions, showSignIn } from './sign-in.js'
import { type FacebookState, complete } from './state.js'
import { createReel, createVideoStory, fetchDueFiles, uploadBytes } from './videos/reels.js'
import { createVideo } from './videos/videos.js'

const ROUTES: GraphRoutes<FacebookState> = {
  raw: {
    'POST /www/:version/dialog/oauth': answerSignIn,
    'POST /rupload/video-upload/:version/:id': uploadBytes,
  },
  open: {
    'GET /www/:version/dialog/oauth': showSignIn,
    'GET /:version/oauth/access_token': exchange,
    'POST /:version/oauth/access_token': exchange,
  },
  signed: {
    'GET /:version/me': readMe,
    'GET /:version/:id': readNode,
    'POST /:version/:id': changeNode,
    'DELETE /:version/:id': deleteNode,
    'GET /:version/:id/accounts': listPages,
    'GET /:version/:id/permissions': permissions,
    'DELETE /:version/:id/permissions': permissions,
    'POST /:version/:id/feed': createPost,
    'GET /:version/:id/feed': listPosts,
    'GET /:version/:id/posts': listPosts,
    'GET /:version/:id/published_posts': listPosts,
    'GET /:version/:id/scheduled_posts': listScheduled,
    'POST /:version/:id/photos': createPhoto,
    'POST /:version/:id/photo_stories': createPhotoStory,
    'GET /:version/:id/videos': listVideos,
    'POST /:version/:id/videos': createVideo,
    'POST /graph-video/:version/:id/videos': createVideo,
    'GET /:version/:id/video_reels': listVideos,
    'POST /:version/:id/video_reels': createReel,
    'POST /:version/:id/video_stories': createVideoStory,
    'GET /:version/:id/stories': listStories,
    'GET /:version/:id/comments': listComments,
    'POST /:version/:id/comments': createComment,
    'GET /:version/:id/likes': likes,
    'POST /:version/:id/likes': likes,
    'DELETE /:version/:id/likes': likes,
    'GET /:version/:id/reactions': likes,
    'GET /:version/:id/insights': readInsights,
    'GET /:version/:id/video_insights': readVideoInsights,
    'GET /:version/:id/subscribed_apps': subscribeApps,
    'POST /:version/:id/subscribed_apps': subscribeApps,
    'DELETE /:version/:id/subscribed_apps': subscribeApps,
  },
}

/** Names of the API calls for which a control operation can plan an error. */
export const FACEBOOK_CALLS: readonly string[] = callNames(ROUTES)

/** Returns the function that handles every HTTP request to the emulated Facebook. */
export const facebookHandler = (state: FacebookState): Handler =>
  graphHandler(state, ROUTES, () => {
    complete(state)
    return fetchDueFiles(state)
  })
