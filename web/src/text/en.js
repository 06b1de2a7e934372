// English: the page's words and the core's messages.
import messages from '../../../core/data/messages/en.json';
import ui from './en.json';

export default { ui, messages };
