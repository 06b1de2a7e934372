// A table that is no figure as a file: CSV and JSON with plain numbers in base units, Markdown as the page writes them.

import { Export } from '../Export.jsx';
import { save } from './save.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../figures.js').Table} Table */

const formats = ['csv', 'json', 'md'];

/** @param {{app: App, name: string, title: string, table: Table}} props  `name`: of the file */
export const TableExport = ({ app, name, title, table }) => (
  <p class="table-export" data-export-of={name}>
    <Export app={app} formats={formats} onsave={(format) => save(app, { name, title, summary: '', table, svg: null }, format)} />
  </p>
);
