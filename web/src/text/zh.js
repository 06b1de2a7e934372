// Chinese: the page's words and the core's messages.
import messages from '../../../core/data/messages/zh.json';
import ui from './zh.json';

export default { ui, messages };
