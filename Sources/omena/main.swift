print("omena")
