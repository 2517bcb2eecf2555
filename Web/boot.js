// Before the first paint: the theme chosen on this device, so that nothing flashes.
let theme; try { theme = localStorage.getItem('omena-theme'); } catch { /* storage is refused: the system's theme */ }
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
