import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './styles.css';
import { startTheme } from './theme/theme.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no element with the id "root"');

startTheme();
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
